/** Classes that break one rule of {@code org.ferryipc.architecture} each, so that the rule is seen to bite. */
package org.ferryipc.core.broken;
