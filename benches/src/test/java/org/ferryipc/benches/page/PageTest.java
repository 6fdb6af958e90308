package org.ferryipc.benches.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.ferryipc.benches.report.Counts;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Gap;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Report;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.SizePoint;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PageTest {
  private static final String EVIL = "a<b>&\"c\" 5%s";
  private static final Report REPORT =
      new Report(
          "a machine",
          "./ferry-bench",
          "today",
          List.of(line("held", 1.1, 1.2, 0), line("missed", 1.3, 1.2, 64), line(EVIL, 0.05, null, 1e6)),
          List.of(
              new SizePoint("data_N", "data_N", 1, 100),
              new SizePoint("data_N", "data_N", 1024, 200),
              new SizePoint("data_N", "floor_N", 1, 80),
              new SizePoint("data_N", "floor_N", 1024, 150)),
          List.of(curve("held", "held", 1000), curve("held", "floor", 900)),
          List.of(new Counts("held", "held", value(1), value(2.5), value(2048), "sendto 1.00")),
          List.of(new Result("scale", "footprint", "on", "same-thread", 1, null, 2, "descriptors", 0, null, null)),
          List.of(new Gap("held", "other", "no handles")));

  @Test
  void needsNothingFromAnywhere() {
    assertThat(Page.of(REPORT)).doesNotContain("http", "src=", "@import", "<script", "url(");
  }

  @Test
  void isWellFormedWhateverRowsAreCalled() throws Exception {
    assertThat(texts(svgs().getFirst())).contains(EVIL);
  }

  @Test
  void drawsEachRowOnceAndEachLineOfAChart() throws Exception {
    List<Element> svgs = svgs();

    assertThat(svgs).hasSize(4); // one suite, one series of sizes, one row with curves, allocation
    assertThat(count(svgs.get(0), "circle")).isEqualTo(3);
    assertThat(count(svgs.get(1), "polyline")).isEqualTo(2);
    assertThat(count(svgs.get(2), "polyline")).isEqualTo(2);
    assertThat(count(svgs.get(2), "circle")).isEqualTo(2 * Curve.QUANTILES.size());
    assertThat(count(svgs.get(3), "rect")).isEqualTo(3);
  }

  @Test
  void leavesEachNameTheRoomThatItNeeds() throws Exception {
    String longest = "RecvMsgMeta/SerializeThenDeserialize/IPv4/Empty::boxed::that::is::longer::than::any";
    Report named =
        new Report(
            "m", "c", "t", List.of(line(longest, 1.1, 1.2, 64)), List.of(), List.of(), List.of(), List.of(), List.of());

    for (Element svg : List.of(svgs(named).getFirst(), svgs(named).getLast())) {
      Element name = (Element) svg.getElementsByTagName("text").item(count(svg, "text") - 2);
      assertThat(name.getTextContent()).isEqualTo(longest);
      assertThat(Double.parseDouble(name.getAttribute("x"))).isGreaterThan(longest.length() * 7.0);
    }
  }

  @Test
  void tellsFloorsOfARowApartWithoutSayingItsNameTwice() throws Exception {
    Line blocking = line("IPC_Channel_Perf_50000x_12::lanes", "ping_pong_IPC_Channel_Perf_50000x_12::lanes");
    Line spinning = line("IPC_Channel_Perf_50000x_12::lanes", "spinning_ping_pong_IPC_Channel_Perf_50000x_12::lanes");
    Line moved = line("transfer_senders_64", "sendmsg_recvmsg::transfer_senders_64");
    Line duplicated = line("transfer_senders_64", "sendmsg_recvmsg_dup::transfer_senders_64");
    Report several =
        new Report(
            "m", "c", "t", List.of(blocking, spinning, moved, duplicated), List.of(), List.of(), List.of(), List.of(), List.of());

    assertThat(texts(svgs(several).getFirst()))
        .contains(
            "IPC_Channel_Perf_50000x_12::lanes / ping_pong",
            "IPC_Channel_Perf_50000x_12::lanes / spinning_ping_pong",
            "transfer_senders_64 / sendmsg_recvmsg",
            "transfer_senders_64 / sendmsg_recvmsg_dup");
  }

  // Text takes a line's color from a class around it that only lines were to have.
  @Test
  void givesNoTextTheColorOfLinesOfTheGrid() {
    assertThat(Style.SHEET).doesNotContainPattern("(?<!line)\\.grid \\{ stroke");
  }

  @Test
  void putsALimitWhereItIsAndColorsWhatMissesIt() throws Exception {
    Element ratios = svgs().getFirst();
    NodeList dots = ratios.getElementsByTagName("circle");

    assertThat(kind(dots, 0)).isEqualTo("ok");
    assertThat(kind(dots, 1)).isEqualTo("miss");
    assertThat(kind(dots, 2)).isEqualTo("free");
    double limit = x(ratios, "limit", "x1");
    assertThat(limit).isBetween(number(dots, 0), number(dots, 1));
    assertThat(x(ratios, "floor", "x1")).isLessThan(number(dots, 0)).isGreaterThan(number(dots, 2));
  }

  @Test
  void drawsMoreThroughputHigher() throws Exception {
    Element floor = (Element) svgs().get(1).getElementsByTagName("polyline").item(1);
    String[] points = floor.getAttribute("points").split("[ ,]");

    assertThat(Double.parseDouble(points[3])).isLessThan(Double.parseDouble(points[1]));
  }

  @Test
  void saysWhatCannotBeCompared() {
    assertThat(Page.of(REPORT)).contains("sendto 1.00")
        .contains("<td>footprint</td><td>lanes on</td><td class=\"n\">2</td>")
        .contains("<td>held</td><td>other</td><td colspan=\"6\">no handles</td>");
  }

  @Test
  void leavesOutChartsOfWhatWasNotMeasured() throws Exception {
    Report bare = new Report("m", "c", "t", REPORT.lines(), List.of(), List.of(), List.of(), List.of(), List.of());

    assertThat(Page.of(bare)).doesNotContain("Throughput").doesNotContain("Percentiles");
  }

  private static List<Element> svgs() throws Exception {
    return svgs(REPORT);
  }

  private static List<Element> svgs(Report report) throws Exception {
    String page = Page.of(report);
    // From the body on it is XML as well.
    String body = page.substring(page.indexOf("<body>"), page.indexOf("</html>"));
    Document parsed =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    NodeList found = parsed.getElementsByTagName("svg");
    List<Element> svgs = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      svgs.add((Element) found.item(i));
    }
    return svgs;
  }

  private static List<String> texts(Element in) {
    NodeList found = in.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }

  private static int count(Element in, String name) {
    return in.getElementsByTagName(name).getLength();
  }

  private static String kind(NodeList dots, int index) {
    return ((Element) dots.item(index)).getAttribute("class");
  }

  private static double number(NodeList dots, int index) {
    return Double.parseDouble(((Element) dots.item(index)).getAttribute("cx"));
  }

  private static double x(Element in, String kind, String attribute) {
    NodeList lines = in.getElementsByTagName("line");
    for (int i = 0; i < lines.getLength(); i++) {
      Element line = (Element) lines.item(i);
      if (line.getAttribute("class").equals(kind)) {
        return Double.parseDouble(line.getAttribute(attribute));
      }
    }
    throw new AssertionError("no line of kind " + kind);
  }

  private static Line line(String row, String floor) {
    Line any = line(row, 1, null, 0);
    return new Line(any.suite(), row, floor, any.rowNanos(), any.floorNanos(), any.ratio(), any.allocated());
  }

  private static Line line(String row, double ratio, @org.jspecify.annotations.Nullable Double limit, double bytes) {
    return new Line(
        "suite",
        row,
        "floor::" + row,
        new Judged(value(1000 * ratio), null),
        value(1000),
        new Judged(new Estimate(ratio, ratio * 0.9, ratio * 1.1), limit),
        new Judged(value(bytes), null));
  }

  private static Estimate value(double value) {
    return new Estimate(value, value, value);
  }

  private static Curve curve(String row, String name, double base) {
    return new Curve(row, name, Curve.QUANTILES.stream().map(quantile -> base * (1 + quantile)).toList());
  }
}
