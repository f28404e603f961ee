"""As much of Home Assistant as docs/recipes/lock-at-night.yaml needs: its YAML, its templates, rest_command, and scripts."""

import time

import httpx
import yaml
from jinja2.nativetypes import NativeEnvironment
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Secret(yaml.YAMLObject):
    """`!secret NAME`, looked up when it is used."""

    yaml_tag = "!secret"
    yaml_loader = yaml.SafeLoader

    @classmethod
    def from_yaml(cls, _, node):
        secret = cls()
        secret.name = node.value
        return secret


class Stop(Exception):
    """The step `stop` ends the whole script."""


class Automation:
    """Runs automations of a package. `notifications` has what was told, `tokens` what sign-ins gave."""

    def __init__(self, path, secrets):
        self.package, self.secrets = yaml.safe_load(path.read_text()), secrets
        self.text, self.native = ImmutableSandboxedEnvironment(), NativeEnvironment()
        self.notifications, self.tokens = [], []

    def trigger(self, automation, trigger):
        """Fires one of the triggers that an automation has."""
        found = next(one for one in self.package["automation"] if one["id"] == automation)
        assert trigger in found["triggers"], found["triggers"]
        self.sequence(found["actions"], {})

    def value(self, value, variables, environment):
        """A value with its secrets and templates filled in."""
        if isinstance(value, Secret):
            return self.secrets[value.name]
        if isinstance(value, dict):
            return {name: self.value(one, variables, environment) for name, one in value.items()}
        return environment.from_string(value).render(variables) if isinstance(value, str) else value

    def sequence(self, steps, variables):
        for step in steps:
            kind = next(name for name in ("action", "if", "repeat", "delay", "stop") if name in step)
            getattr(self, f"step_{kind}")(step, variables)

    def step_if(self, step, variables):
        if self.native.from_string(step["if"]).render(variables):
            self.sequence(step["then"], dict(variables))

    def step_repeat(self, step, variables):
        for _ in range(step["repeat"]["count"]):
            self.sequence(step["repeat"]["sequence"], dict(variables))

    def step_delay(self, step, variables):
        """Four times as fast as Home Assistant, since the simulated door is fast too."""
        time.sleep(step["delay"] / 4)

    def step_stop(self, step, variables):
        raise Stop(step["stop"])

    def step_action(self, step, variables):
        domain, name = step["action"].split(".")
        data = self.value(step.get("data", {}), variables, self.native)
        if domain == "persistent_notification":
            self.notifications.append((data["title"], data["message"]))
        elif domain == "script":
            script = self.package["script"][name]
            try:
                self.sequence(script["sequence"], self.value(script["variables"], {}, self.native))
            except Stop:
                pass
        elif domain == "rest_command":
            try:
                answer = self.rest_command(self.package["rest_command"][name], data)
            except httpx.TransportError:
                # Without an answer no variable is set, and the script ends unless the step says otherwise.
                assert step["continue_on_error"] is True
                return
            if "response_variable" in step:
                variables[step["response_variable"]] = answer
        else:
            raise AssertionError(step)

    def rest_command(self, command, data):
        """Sends what rest_command sends, and answers what it answers."""
        url, headers, payload = (
            self.value(command.get(name, empty), data, self.text)
            for name, empty in (("url", ""), ("headers", {}), ("payload", ""))
        )
        if "content_type" in command:
            headers = headers | {"content-type": command["content_type"]}
        answer = httpx.request(command.get("method", "get"), url, headers=headers, content=payload.encode() or None)
        is_json = answer.headers.get("content-type") == "application/json"
        content = answer.json() if is_json else answer.text
        if is_json and "access_token" in content:
            self.tokens.append(content["access_token"])
        return {"status": answer.status_code, "content": content, "headers": dict(answer.headers)}
