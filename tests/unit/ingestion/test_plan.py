"""Deciding what there is to do about files."""

from dataclasses import replace
from pathlib import Path

from ingestion.catalogue import StoredFiling
from ingestion.discover import Found
from ingestion.domain import Filing, Form
from ingestion.manifest import Entry, Manifest
from ingestion.metadata import Facts
from ingestion.pipeline.plan import Plan, make_plan, repair_jobs

NO_LINES = Manifest({})


def file(doc: str, content: str, folder: str = "in") -> Found:
    return Found(Path(folder, f"{doc}.pdf"), f"{doc}.pdf", doc, content)


def loaded(doc: str, content: str, **fields: object) -> StoredFiling:
    base = Filing(doc, "Harrow", Form.TEN_K, 2031, content, 3, f"{doc}.pdf", sources={"company": "cover"})
    return StoredFiling(replace(base, **fields), 4, "1")  # type: ignore[arg-type]


def lines(**facts: Facts) -> Manifest:
    return Manifest({doc.casefold(): Entry(1, doc, one) for doc, one in facts.items()})


def plan(
    *files: Found,
    stored: tuple[StoredFiling, ...] = (),
    manifest: Manifest = NO_LINES,
    replace: bool = True,
    broken: tuple[str, ...] = (),
) -> Plan:
    complete = {one.filing.doc for one in stored} - set(broken)
    return make_plan(files, stored, complete, manifest, replace=replace)


def test_new_files_are_jobs() -> None:
    made = plan(file("b", "2"), file("a", "1"), manifest=lines(a=Facts(company="Harrow")))
    assert [(job.doc, job.sha256, job.manifest.company) for job in made.jobs] == [
        ("a", "1", "Harrow"),
        ("b", "2", None),
    ]


def test_the_same_content_is_one_document_named_after_its_manifest_line() -> None:
    files = (file("short", "1"), file("the_longest_name", "1"), file("middle", "1"))
    made = plan(*files)
    assert [job.doc for job in made.jobs] == ["the_longest_name"]
    made = plan(*files, manifest=lines(short=Facts(fiscal_year=2031)))
    (job,) = made.jobs
    assert (job.doc, job.file_name, job.aliases) == ("short", "short.pdf", ("middle", "the_longest_name"))
    assert job.manifest.fiscal_year == 2031
    assert sorted(made.duplicates) == [("in/middle.pdf", "short"), ("in/the_longest_name.pdf", "short")]


def test_loaded_content_is_unchanged_and_gains_names() -> None:
    made = plan(file("a", "1"), file("other", "1"), stored=(loaded("a", "1"),))
    assert (made.jobs, made.unchanged) == ([], ["a"])
    assert made.new_aliases == [("a", ("other",))]
    assert made.duplicates == [("in/other.pdf", "a")]


def test_an_incomplete_filing_is_read_again() -> None:
    made = plan(file("a", "1"), stored=(loaded("a", "1", aliases=("b",)),), broken=("a",))
    assert [(job.doc, job.aliases) for job in made.jobs] == [("a", ("b",))]


def test_a_file_with_other_content_replaces_or_stands_beside() -> None:
    stored = (loaded("a", "1"),)
    (job,) = plan(file("a", "2"), stored=stored).jobs
    assert (job.doc, job.sha256, job.stored) == ("a", "2", stored[0])
    (job,) = plan(file("a", "2"), stored=stored, replace=False).jobs
    assert (job.doc, job.stored) == ("a-2", None)


def test_two_files_of_one_name_are_two_documents() -> None:
    made = plan(file("a", "11"), file("A", "22", "other"), stored=())
    assert sorted(job.doc for job in made.jobs) == ["A-22", "a"]
    made = plan(file("a", "22", "other"), file("a", "11"), stored=(loaded("a", "11"),))
    assert [job.doc for job in made.jobs] == ["a-22"]
    assert made.unchanged == ["a"]


def test_a_manifest_that_says_otherwise_has_the_filing_read_again() -> None:
    stored = (loaded("a", "1"),)
    assert plan(file("a", "1"), stored=stored, manifest=lines(a=Facts(company="Harrow", fiscal_year=2031))).jobs == []
    (job,) = plan(file("a", "1"), stored=stored, manifest=lines(a=Facts(fiscal_year=2030))).jobs
    assert (job.doc, job.stored) == ("a", stored[0])


def test_facts_a_form_does_not_have_are_no_difference() -> None:
    line = Facts(form=Form.TEN_K, fiscal_quarter=4, event_date=None)
    assert plan(file("a", "1"), stored=(loaded("a", "1"),), manifest=lines(a=line)).jobs == []


def test_what_a_manifest_once_said_holds_without_it() -> None:
    stored = (loaded("a", "1", company="Harrowgate", sources={"company": "manifest", "fiscal_year": "cover"}),)
    (job,) = plan(file("a", "1"), stored=stored, broken=("a",)).jobs
    assert job.manifest == Facts(company="Harrowgate")


def test_repair_reads_copies_and_names_what_is_lost() -> None:
    stored = (loaded("a", "1"), loaded("b", "2"), loaded("c", "3"), loaded("d", "4"))
    jobs, lost = repair_jobs(stored, {"a"}, {"d"}, {"a": Path("a.pdf"), "b": Path("b.pdf")})
    assert [(job.doc, job.path, job.in_place) for job in jobs] == [("b", Path("b.pdf"), True)]
    assert lost == ["c"]
