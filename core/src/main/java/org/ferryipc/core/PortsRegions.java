package org.ferryipc.core;

import org.ferryipc.core.transport.SendPort;

/** The regions of a port, which may have none yet. */
record PortsRegions(SendPort port) implements ChannelRegions {
  @Override
  public int ringSize() {
    return port.regions().map(ChannelRegions::ringSize).orElse(0);
  }

  @Override
  public void resize(int ringSize) {
    port.regions().ifPresent(regions -> regions.resize(ringSize));
  }

  @Override
  public void purge() {
    port.regions().ifPresent(ChannelRegions::purge);
  }

  @Override
  public RegionFigures figures() {
    return port.regions().map(ChannelRegions::figures).orElse(RegionFigures.NONE);
  }
}
