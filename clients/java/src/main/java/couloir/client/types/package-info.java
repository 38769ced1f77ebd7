/** Params, results and their types, as declared in the OpenRPC documents. */
package couloir.client.types;
