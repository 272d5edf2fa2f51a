"""Layouts as SVG: well-formed, the same cells as in the text, a colour for each kind of padding."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pad_mlir.dialect.layout import (
    ByRegion,
    Computed,
    Constant,
    Forbidden,
    Identity,
    IndexMap,
    Layout,
    LayoutError,
    PadKind,
    PlacedLayout,
    Region,
    SelfLoad,
    SimpleKind,
    Step,
    Undef,
)
from pad_mlir.dialect.picture import draw
from pad_mlir.dialect.picture.svg import Picture, draw_svg

SVG = "{http://www.w3.org/2000/svg}"
WRAPPED = SelfLoad(IndexMap.of(lambda io, ii: (0, 4 * io + ii - 14)))
KINDS: dict[SimpleKind, tuple[str, str]] = {
    Forbidden(): ("", "padding, forbidden: nobody may touch it"),
    Undef(): ("undef", "padding, undef: may be read, holds anything"),
    Constant(0.0): ("0.0", "padding, holds 0.0"),
    Identity("addf"): ("addf", "padding, holds identity(addf)"),
    WRAPPED: ("=0,1", "padding, a copy of the cell at =index"),
    Computed("ramp"): ("@ramp", "padding, holds @ramp"),
}


def placed(pad: PadKind, size: int | str = 14) -> PlacedLayout:
    return Layout((Step(IndexMap.of(lambda i: (i // 4, i % 4)), pad),)).place((size,))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def colours(svg: str) -> list[str]:
    """Of the cells, and of the legend; without the paper's."""
    return [rect.attrib["fill"] for rect in ElementTree.fromstring(svg).iter(f"{SVG}rect")][1:]


@pytest.mark.parametrize("pad", KINDS, ids=str)
def test_cells_are_those_of_the_text(pad: SimpleKind) -> None:
    svg = draw_svg(placed(pad))
    label, meaning = KINDS[pad]
    legend = ["data, by its logical index", meaning]
    assert texts(svg)[-2:] == legend
    shown = [word for word in draw(placed(pad)).split() if word[0] not in "┌│├└"]
    assert [word for text in texts(svg)[:-2] for word in text.split()] == shown
    assert texts(svg)[:-2][-1] == (label or "13")


def test_each_kind_has_a_colour_of_its_own() -> None:
    found = {pad: set(colours(draw_svg(placed(pad)))) for pad in KINDS}
    (data,) = found[Undef()] & found[Forbidden()]
    assert all(len(used) == 2 for used in found.values())
    assert len({(used - {data}).pop() for used in found.values()}) == len(KINDS)


def test_cells_of_two_kinds() -> None:
    where = IndexMap.of(lambda io, ii: (ii - 3,))
    svg = draw_svg(placed(ByRegion((Region(where, Constant(1.0)), Region(None, Undef())))))
    *_, undef, one, data_legend, undef_legend, one_legend = colours(svg)
    assert (undef, one) == (undef_legend, one_legend)
    assert len({undef, one, data_legend}) == 3
    assert texts(svg)[-5:-3] == ["undef", "1.0"]


def test_long_axes_are_cut() -> None:
    svg = draw_svg(placed(Constant(0.0), 1001))
    assert len(colours(svg)) == 15 + 7 * 4 + 2
    assert texts(svg).count("…") == texts(draw_svg(placed(Constant(0.0), 1001))).count("…") > 0


def test_names_are_escaped() -> None:
    name = '</text><script>alert("1")</script>\x00\x1b&\ud800'
    svg = draw_svg(placed(Computed(name)))
    assert "<script" not in svg
    assert '@</text><script>alert("1")</script>\ufffd\ufffd&\ufffd' in texts(svg)


def test_all_is_on_the_paper() -> None:
    for pad in KINDS:
        root = ElementTree.fromstring(draw_svg(placed(pad)))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
        for rect in root.iter(f"{SVG}rect"):
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
            assert float(rect.attrib["y"]) + float(rect.attrib["height"]) <= height


def test_a_reader_hears_what_the_layout_is() -> None:
    root = ElementTree.fromstring(draw_svg(placed(Constant(0.0))))
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == str(placed(Constant(0.0)))


def test_no_cells() -> None:
    assert texts(draw_svg(placed(Undef(), 0))) == [
        "logical [0]",
        "no cells",
        "physical [0, 4]",
        "no cells",
    ]


def test_a_name_as_size_is_an_error() -> None:
    with pytest.raises(LayoutError, match="a picture needs numbers"):
        draw_svg(placed(Undef(), "n"))


def test_picture_is_text_and_svg() -> None:
    picture = Picture(placed(Undef()))
    assert str(picture) == repr(picture) == draw(placed(Undef()))
    assert picture._repr_svg_() == picture.svg() == draw_svg(placed(Undef()))
