package org.ferryipc.core.broken;

import org.ferryipc.receiverset.broken.Above;

final class ReachesUp {
    Above[] reached = {};
}
