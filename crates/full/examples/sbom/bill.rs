//! A bill of materials in CycloneDX 1.6, <https://cyclonedx.org/docs/1.6/json/>: the same text for the same lock file, so without
//! a date and a serial number, which the standard does not ask for.

use serde_json::{Value, json};

use crate::packages::{Package, Packages};

/// The bill of what the program of a package is made of.
///
/// # Errors
/// When there is no such package.
pub(crate) fn bill(packages: &Packages, program: &str) -> Result<Value, String> {
    let made_of = packages.made_of(program)?;
    let (own, others): (Vec<&Package>, _) = made_of.keys().partition(|package| package.name == program);
    let dependencies = made_of.iter().map(|(package, uses)| {
        let uses: Vec<String> = uses.iter().map(|package| reference(package)).collect();
        json!({"ref": reference(package), "dependsOn": uses})
    });
    let mut application = component(own[0]);
    application["type"] = "application".into();
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": application},
        "components": others.into_iter().map(component).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// Package URL, <https://github.com/package-url/purl-spec>.
fn reference(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version.replace('+', "%2B"))
}

fn component(package: &Package) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(package),
        "name": package.name,
        "version": package.version,
        "purl": reference(package),
    });
    if !package.license.is_empty() {
        // Cargo's old way to write "or".
        component["licenses"] = json!([{"expression": package.license.replace('/', " OR ")}]);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    component
}
