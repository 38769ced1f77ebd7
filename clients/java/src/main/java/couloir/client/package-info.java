/**
 * A typed client of Couloir and AvalancheGo nodes: {@link couloir.client.CouloirClient} and {@link
 * couloir.client.AvalanchegoClient}.
 */
package couloir.client;
