"""The OpenAPI document by itself: it is valid OpenAPI 3.1, and says of every operation what generators and readers ask for."""

import copy
import json
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi" / "api.json").read_text())
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


def operations(document):
    """Every operation with its method and path."""
    paths = document["paths"].items()
    return [(f"{method} {path}", item[method]) for path, item in paths for method in item if method in METHODS]


def faults(document):
    """What an operation lacks, a line each."""
    found = []
    tags = {tag["name"] for tag in document["tags"]}
    names = [operation.get("operationId") for _, operation in operations(document)]
    for where, operation in operations(document):
        if not operation.get("operationId") or names.count(operation["operationId"]) != 1:
            found.append(f"{where}: no operationId of its own")
        if not operation.get("summary", "").strip():
            found.append(f"{where}: no summary")
        if not operation.get("tags") or not tags.issuperset(operation["tags"]):
            found.append(f"{where}: no tag that the document describes")
        if not any(status[0] in "23" for status in operation["responses"]):
            found.append(f"{where}: no answer that is no refusal")
    return found


def errors(document):
    """What the official schema of OpenAPI 3.1 objects to, and what a schema cannot see: names, paths, defaults.

    The validator takes whichever implementation of JSON Schema it finds, and they quote differently.
    """
    return [error.message.replace('"', "'") for error in OpenAPIV31SpecValidator(document).iter_errors()]


@pytest.fixture
def part():
    """A copy of a few operations to break, and the one to break."""
    document = copy.deepcopy(DOCUMENT)
    document["paths"] = {path: document["paths"][path] for path in ("/links/v1", "/links/v1/{link}")}
    return document, document["paths"]["/links/v1"]["post"]


def test_the_document_is_valid_openapi_31():
    assert DOCUMENT["openapi"].startswith("3.1.")
    assert errors(DOCUMENT) == []


def test_a_part_of_it_is_valid_too(part):
    assert errors(part[0]) == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda operation: operation["parameters"][0].update({"in": "body"}), "'body' is not one of"),
        (lambda operation: operation["responses"]["200"].pop("description"), "'description' is a required property"),
        (lambda operation: operation["parameters"][0]["schema"].update(type="text"), "'text' is not valid"),
        (lambda operation: operation.update(example={}), "'example' was unexpected"),
        (lambda operation: operation.update(operationId="remove_link"), "Operation ID 'remove_link'"),
    ],
    ids=["a parameter where there are none", "an answer without a description", "a type that there is not", "an unknown key", "a name twice"],
)
def test_a_broken_document_is_not(part, change, error):
    document, operation = part
    change(operation)
    assert any(error in found for found in errors(document)), errors(document)


def test_a_parameter_of_a_path_must_be_described(part):
    document, _ = part
    document["paths"]["/links/v1/{link}"]["delete"]["parameters"] = []
    assert any("'link'" in found for found in errors(document)), errors(document)


def test_every_operation_has_a_name_of_its_own_a_summary_a_tag_and_an_answer():
    assert len(operations(DOCUMENT)) > 80
    assert faults(DOCUMENT) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"operationId": "remove_link"}, "no operationId of its own"),
        ({"summary": " "}, "no summary"),
        ({"tags": []}, "no tag that the document describes"),
        ({"tags": ["nothing"]}, "no tag that the document describes"),
        ({"responses": {"401": {"description": "."}}}, "no answer that is no refusal"),
    ],
)
def test_what_an_operation_lacks_is_told(part, change, fault):
    document, operation = part
    operation.update(change)
    assert f"post /links/v1: {fault}" in faults(document)
