package org.ferryipc.benches.page;

/** How the page looks, by day and by night. */
final class Style {
  /** Without the sign that {@link Markup#add} takes for a value. */
  static final String SHEET =
      """
      :root { --paper: #fff; --ink: #1c2330; --faint: #8a93a3; --grid: #e3e7ee; --ok: #1a7f4b; --miss: #c62f2f;
        --free: #2b62c4; --c0: #2b62c4; --c1: #d9731a; --c2: #1a7f4b; --c3: #9a3fb5; --c4: #b02a5b; --c5: #6b7280 }
      @media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #dde3ec; --faint: #7d8797; --grid: #2a313c;
        --ok: #4cc38a; --miss: #ff6f6f; --free: #7aa7ff; --c0: #7aa7ff; --c1: #ffab5e; --c2: #4cc38a; --c3: #d594ec;
        --c4: #ff86b3; --c5: #a4adbb } }
      body { background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; max-width: 72rem;
        margin: 2rem auto; padding: 0 1rem }
      h1 { font-size: 1.6rem } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--grid) } h3 { margin-bottom: 0 }
      svg { max-width: 100vw; height: auto; font: 12px system-ui, sans-serif } text { fill: var(--ink) }
      .axis { fill: var(--faint) } .start { text-anchor: start } .middle { text-anchor: middle } .end { text-anchor: end }
      line.grid { stroke: var(--grid) } line.floor { stroke: var(--faint); stroke-dasharray: 4 3 }
      .limit { stroke: var(--ink); stroke-width: 2 } .bar { stroke-width: 4; stroke-linecap: round; opacity: .45 }
      line.ok { stroke: var(--ok) } line.miss { stroke: var(--miss) } line.free { stroke: var(--free) }
      circle.ok, rect.ok, text.ok { fill: var(--ok) } circle.miss, rect.miss, text.miss { fill: var(--miss) }
      circle.free, rect.free { fill: var(--free) } td.ok { color: var(--ok) } td.miss { color: var(--miss) }
      polyline { fill: none; stroke-width: 2 } .key { stroke-width: 3 }
      .c0 { stroke: var(--c0) } .c1 { stroke: var(--c1) } .c2 { stroke: var(--c2) } .c3 { stroke: var(--c3) }
      .c4 { stroke: var(--c4) } .c5 { stroke: var(--c5) }
      circle.c0 { fill: var(--c0) } circle.c1 { fill: var(--c1) } circle.c2 { fill: var(--c2) }
      circle.c3 { fill: var(--c3) } circle.c4 { fill: var(--c4) } circle.c5 { fill: var(--c5) }
      div.grid { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 } figcaption { font-weight: 600 }
      td.ok, td.miss { white-space: nowrap } table { border-collapse: collapse; font-size: .85rem } td, th { padding: .15rem .5rem; text-align: left;
        border-bottom: 1px solid var(--grid); overflow-wrap: anywhere } .n { text-align: right; white-space: nowrap }""";

  private Style() {}
}
