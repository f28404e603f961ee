import pytest
from demo import Demo


@pytest.fixture(scope="module")
def owner_of_the_demo():
    demo = Demo()
    yield demo
    demo.http.close()


@pytest.fixture
def demo(owner_of_the_demo):
    """The owner of the demo; every device is afterwards what it was before."""
    demo = owner_of_the_demo
    before = {device["name"]: demo.truth(device["name"]) for device in demo.get("/devices/v1")}
    yield demo
    demo.mend(before)
