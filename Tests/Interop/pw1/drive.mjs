// SPDX-License-Identifier: Apache-2.0
// Seals each line of standard input, an object, with the `seal` of the module in the file that is named.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { seal } = await import(pathToFileURL(process.argv[2]));

// Not node:readline, which also ends a line at U+2028.
for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
    const { key, ...message } = JSON.parse(line);
    let answer;
    try {
        answer = { envelope: await seal(key, message) };
    } catch {
        answer = { refused: true };
    }
    console.log(JSON.stringify(answer));
}
