use brain::prelude::*;

macro_rules! steps {
    ($($steps:tt)*) => {
        workflow!(Workflow { name: "w", steps: [$($steps)*] })
    };
}

macro_rules! named {
    ($name:ident, $next:ident) => {
        workflow!(Workflow {
            name: "w",
            steps: [
                $name = || 3_usize,
                $next = |$name: usize| $name + 1,
            ],
        })
    };
}

macro_rules! given {
    ($closure:expr, $kind:ident) => {
        workflow!(Workflow {
            name: "w",
            steps: [
                a = shell { command: "echo" },
                b = $closure,
                c = call { run: $closure },
                d = $kind { command: "echo {b}", when: |b: usize| b > 3 },
            ],
        })
    };
}

const WARMTH: f64 = 0.2;
const ATTEMPT: std::time::Duration = std::time::Duration::from_secs(3);

fn main() {
    let _ = steps! {
        a = shell { command: "echo", timeout: ATTEMPT, env: [("A", "b"), ("C", from_env("D"))] },
        b = |a: String| a.len(),
        said = llm { prompt: "{a}", temperature: WARMTH, offline: extractive(3) },
        c = |b: usize, run: Run| -> Result<usize> { let _ = run; Ok(b) },
        d = async |b: usize| b,
        e = shell { command: "echo", when: |c: usize| c > 3 },
        f = |e: Option<String>, c: usize| { let value = c; let error = e; (value, error) },
    };
    let _ = named!(first, second);
    let _ = given!(|a: String| a.len(), shell);
}
