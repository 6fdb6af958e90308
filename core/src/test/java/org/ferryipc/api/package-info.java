/**
 * The public surface of a module as text: one line for each signature, kept in {@code api/<module>.txt} so that a change
 * of surface is read in review. Rules about the surface do not belong here; they are in {@code org.ferryipc.architecture}.
 */
package org.ferryipc.api;
