// Makes common-passwords.txt.gz, the 10,000 most common passwords, the most common first, from a package of npm:
//   npm install --prefix <folder> @zxcvbn-ts/language-common@4.1.3
//   node server/accounts/common-passwords/build-common-passwords.mjs <folder>
// The list: @zxcvbn-ts/language-common (MIT, copyright 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts), passwords of published
// leaks in the order of their frequency. The server needs the file only, never the package.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const COUNT = 10_000

const source = join(process.argv[2], 'node_modules/@zxcvbn-ts/language-common/src/passwords.json')
const passwords = [...new Set(JSON.parse(readFileSync(source, 'utf8')).map((word) => word.toLowerCase()))]
if (passwords.length < COUNT) throw new Error(`Only ${passwords.length} passwords`)
const packed = gzipSync(passwords.slice(0, COUNT).join('\n'), { level: 9 })
writeFileSync(fileURLToPath(new URL('common-passwords.txt.gz', import.meta.url)), packed)
console.log(`${COUNT} passwords, ${packed.length} bytes`)
