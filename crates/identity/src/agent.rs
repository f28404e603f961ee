//! What a browser or a program calls itself, in a word or two, so that its person recognises it. It decides nothing: clients may say what
//! they like. So only names from the lists here are ever shown.

/// A browser or program, and what it runs on; each empty where nobody knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Agent {
    /// `Firefox`.
    pub browser: &'static str,
    /// `Windows`.
    pub system: &'static str,
}

/// What stands in a User-Agent, and what it is; the first that fits counts, as many browsers name others beside themselves.
const BROWSERS: [(&str, &str); 15] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("okhttp/", "okhttp"),
    ("CFNetwork/", "CFNetwork"),
    ("curl/", "curl"),
    ("python", "Python"),
    ("node", "Node.js"),
];

/// The same of what it runs on.
const SYSTEMS: [(&str, &str); 8] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Darwin", "Apple"),
    ("Linux", "Linux"),
];

fn first(user_agent: &str, names: &[(&str, &'static str)]) -> &'static str {
    names.iter().find(|(sign, _)| user_agent.contains(sign)).map_or("", |(_, name)| name)
}

impl Agent {
    /// What this User-Agent tells.
    pub fn of(user_agent: &str) -> Agent {
        Agent { browser: first(user_agent, &BROWSERS), system: first(user_agent, &SYSTEMS) }
    }

    /// The one of these names, which [`Agent::of`] told once.
    pub(crate) fn named(browser: &str, system: &str) -> Agent {
        let named = |name: &str, names: &[(&str, &'static str)]| {
            names.iter().map(|(_, name)| *name).find(|known| *known == name).unwrap_or_default()
        };
        Agent { browser: named(browser, &BROWSERS), system: named(system, &SYSTEMS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_programs_are_told_by_the_names_that_people_know() {
        for (user_agent, browser, system) in [
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Windows"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
                "Safari",
                "macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
                "Chrome",
                "iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge",
                "Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome",
                "Android",
            ),
            ("okhttp/4.12.0", "okhttp", ""),
            ("<script>alert(1)</script>", "", ""),
            ("", "", ""),
        ] {
            let agent = Agent::of(user_agent);
            assert_eq!(agent, Agent { browser, system }, "{user_agent}");
            assert_eq!(Agent::named(agent.browser, agent.system), agent);
        }
        assert_eq!(Agent::named("Mosaic", "a lie"), Agent::default());
    }
}
