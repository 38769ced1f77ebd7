/** Params, results and what they are made of, as the OpenRPC documents have them. */
package couloir.client.types;
