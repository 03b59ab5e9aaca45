//! Scripts with programs of the project in their place that only write down what they are asked.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Stands in for every program: each call is a line of `calls`, words parted by bars, and the
/// folder of `--out` gets what scripts look for. An evaluation into a folder named in `fail` fails,
/// and references do where there is a file `refuse`.
const PROGRAM: &str = r#"#!/bin/sh
here=$(dirname "$0")
line=$(basename "$0")
out=""
last=""
for word; do
    line="$line|$word"
    [ "$last" != --out ] || out=$word
    last=$word
done
echo "$line" >>"$here/calls"
[ "$1 $out" != "eval $(cat "$here/fail" 2>/dev/null)" ] || exit 1
[ "$1" != reference ] || [ ! -f "$here/refuse" ] || { echo "no board found" && exit 2; }
[ -n "$out" ] || exit 0
mkdir -p "$out/models"
case $1 in dataset) made=go-set.jsonl ;; *) made="final.bpk photos.csv predictions.jsonl" ;; esac
for file in $made; do : >"$out/$file"; done
rate='{ "rate": 1.0, "n": 1 }'
labels=$(basename "$(dirname "$(dirname "$out")")")
echo "{ \"commit\": \"c0ffee\", \"models\": [{ \"task\": \"go-cells\", \"sha256\": \"ab\" }],
    \"manifests\": [{ \"path\": \"a\", \"sha256\": \"$labels\", \"photos\": 1 }],
    \"overall\": { \"photos\": 1, \"boards_found\": $rate, \"cell_accuracy\": $rate,
    \"occupied_accuracy\": $rate, \"boards_exact\": $rate, \"boards_at_most_1_wrong\": $rate } }" >"$out/summary.json"
"#;

/// A folder with a space in its name, where the programs are.
struct Folder {
    path: PathBuf,
    _whole: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let whole = tempfile::tempdir().expect("a folder");
        let path = whole.path().join("my games");
        fs::create_dir(&path).expect("made");
        for program in ["kibitzer", "kibitzer-train", "cargo"] {
            let file = path.join(program);
            fs::write(&file, PROGRAM).expect("written");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a program");
        }
        Self { path, _whole: whole }
    }

    fn file(&self, name: &str) -> String {
        self.path.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.path.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, text).expect("written");
    }

    /// The calls of the programs that have all these words, each in bars.
    fn calls(&self, words: &[&str]) -> Vec<String> {
        let calls = fs::read_to_string(self.path.join("calls")).unwrap_or_default();
        let has = |line: &&str| words.iter().all(|word| format!("|{line}|").contains(word));
        calls.lines().filter(has).map(str::to_owned).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A script of the repository, asked for something.
fn script(path: &str, args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new("sh");
    command.arg(root().join(path)).args(args).envs(variables.iter().copied());
    command.output().expect("a shell")
}

#[test]
fn the_tests_are_made_in_a_folder_with_a_space() {
    let folder = Folder::new();
    fs::copy(root().join("Makefile"), folder.file("Makefile")).expect("copied");
    let make = Command::new("make")
        .args(["CARGO=./cargo", "unit"])
        // What make says to those that it starts itself.
        .env_remove("MAKEFLAGS")
        .current_dir(&folder.path)
        .output()
        .expect("make");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
    assert_eq!(folder.calls(&["|test|", "|--quiet|"]).len(), 1);
}

/// Without npm, Chromium and mdBook, and with a Python that installs nothing: CI, which can have all
/// of them, leaves nothing out.
#[test]
fn what_a_machine_lacks_is_left_out_but_not_by_ci() {
    let folder = Folder::new();
    for tool in ["chmod", "cmp", "dirname", "id", "mkdir", "realpath", "rm", "sh"] {
        let paths = std::env::var_os("PATH").expect("a path");
        let file = std::env::split_paths(&paths).map(|path| path.join(tool));
        let file = file.into_iter().find(|file| file.is_file()).expect("a usual program");
        std::os::unix::fs::symlink(file, folder.file(tool)).expect("linked");
    }
    let python = "#!/bin/sh\nmkdir -p \"$3/bin\"\necho exit 1 >\"$3/bin/python\"\n\
                  chmod +x \"$3/bin/python\"\n";
    folder.write("python3", python);
    fs::set_permissions(folder.file("python3"), fs::Permissions::from_mode(0o755)).expect("runs");
    folder.write("tests/server/requirements.txt", "");
    for name in
        ["tools/docs.sh", "tests/page/run.sh", "tests/page/chromium.sh", "tests/server/run.sh"]
    {
        folder.write(name, "");
        fs::copy(root().join(name), folder.file(name)).expect("copied");
    }
    for name in ["tools/docs.sh", "tests/page/run.sh", "tests/server/run.sh"] {
        for (all, code) in [("", 0), ("1", 1)] {
            let out = Command::new(folder.file("sh"))
                .args([folder.file(name), folder.file("kibitzer")])
                .env("PATH", &folder.path)
                .env("KIBITZER_ALL", all)
                .env_remove("CHROMIUM")
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&out.stdout);
            assert!(said.contains(" was not "), "{name}: {said}");
            assert_eq!(out.status.code(), Some(code), "{name} with KIBITZER_ALL={all}");
        }
    }
}

#[test]
fn photos_in_a_folder_with_a_space_are_evaluated() {
    let folder = Folder::new();
    let copy = folder.file("tools/evaluate.sh");
    folder.write("tools/evaluate.sh", "");
    fs::copy(root().join("tools/evaluate.sh"), &copy).expect("copied");
    folder.write("models/go-cells/README.md", "");
    folder.write("models/corners/README.md", "");
    folder.write("photos/go/one/labels.jsonl", "{\"split\": \"val\"}\n");
    folder.write("photos/go/other/labels.jsonl", "{\"split\": \"train\"}\n");
    let (kibitzer, photos) = (folder.file("kibitzer"), folder.file("photos"));
    let out = Command::new("sh").args([&copy, &kibitzer, &photos, "go-cells"]).output();
    let out = out.expect("a shell");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let data = format!("|eval|--data|{photos}/go/one/labels.jsonl|--corrections|");
    assert_eq!(folder.calls(&[&data, "|--corners|truth|"]).len(), 1);
}

#[test]
fn cross_validation_says_that_it_takes_no_spaces_in_lists() {
    let folder = Folder::new();
    folder.write("labels.jsonl", "");
    let (data, work, from) = (folder.file("labels.jsonl"), folder.file("work"), "my weights.bpk");
    let run = |data: &str, pieces: &str| {
        let variables = [
            ("DATA", data),
            ("PIECES", pieces),
            ("RENDERS", ""),
            ("BIN", &folder.file("")),
            ("WORK", &work),
            ("FROM", from),
        ];
        let out = script("train/runs/logo.sh", &["go", "2", "1"], &variables);
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    for (data, pieces, names) in [(&*data, "", "DATA"), ("Cargo.toml", &*data, "PIECES")] {
        let (code, said) = run(data, pieces);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(names) && said.contains("with a space"), "{said}");
    }
    // One path is no list.
    let (code, said) = run("Cargo.toml", "");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(folder.calls(&["|cells|", "|--from|my weights.bpk|"]).len(), 1);
}

#[test]
fn an_adapted_set_that_was_not_read_yet_is_not_trained_on_once_more() {
    let folder = Folder::new();
    let (work, bin) = (folder.file("work"), folder.file(""));
    let variables = [("WORK", &*work), ("BIN", &bin), ("TUNE", "1"), ("COUNTS", "1")];
    let run = || script("train/runs/adapt.sh", &["go", "labels.jsonl"], &variables);
    let set = format!("{work}/1-1/go-set");
    folder.write("fail", &format!("{set}/after"));
    assert!(!run().status.success());
    folder.write("fail", "");
    let out = run();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert_eq!(folder.calls(&["kibitzer-train|", "|adapt|"]).len(), 1);
    let tuned = format!("|--models|{set}/tuned/models|");
    let after = format!("|--out|{set}/after|");
    assert_eq!(folder.calls(&["|eval|", &after, &tuned]).len(), 2);
}

#[test]
fn what_references_are_worth_says_of_what_it_was_measured_and_what_was_left_out() {
    let folder = Folder::new();
    let (work, bin) = (folder.file("work"), folder.file(""));
    let variables = [("WORK", &*work), ("BIN", &bin), ("COUNTS", "1 2")];
    let measured = || -> serde_json::Value {
        let out = script("train/runs/adapt.sh", &["go", "labels.jsonl"], &variables);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let text = fs::read(folder.file("work/adapt.json")).expect("a summary");
        serde_json::from_slice(&text).expect("JSON")
    };
    folder.write("refuse", "");
    let said = measured();
    let of = |said: &serde_json::Value, key: &str| [0, 1].map(|i| said["counts"][i][key].as_u64());
    assert_eq!((of(&said, "refused"), of(&said, "sets")), ([Some(1); 2], [Some(0); 2]), "{said}");
    let kept = fs::read_to_string(folder.file("work/1-1/go-set/refused.txt")).expect("kept");
    assert!(kept.contains("no board found"), "{kept}");
    fs::remove_file(folder.file("refuse")).expect("removed");
    let said = measured();
    assert_eq!((of(&said, "refused"), of(&said, "sets")), ([Some(0); 2], [Some(1); 2]), "{said}");
    assert_eq!((&said["commit"], &said["models"]["go-cells"]), (&"c0ffee".into(), &"ab".into()));
    // Each number of references has labels of its own.
    assert_eq!(said["manifests"], serde_json::json!(["1-1", "2-1"]));
}
