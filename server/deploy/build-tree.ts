import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebApp } from '../build-web-app.ts'
import { ArgumentError, pathOptions } from '../command-arguments.ts'
import { compileServer } from './compile.ts'

/**
 * `npm run build:tree -- --to <folder>`: what a server needs and nothing else: the compiled server with its commands, the web app, the packages of
 * `dependencies`. The server never writes to it: its owner need not be the user who runs it.
 */
const ROOT = join(import.meta.dirname, '../..')

interface Package {
  name: string
  version: string
  type: string
  description: string
  engines: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
}

async function buildTree(tree: string): Promise<void> {
  if (existsSync(tree) && readdirSync(tree).length > 0)
    throw new ArgumentError(
      `« ${tree} » n'est pas vide : donnez un dossier neuf, et gardez l'ancien pour revenir en arrière.`,
    )
  mkdirSync(tree, { recursive: true })
  console.log('Paquets de production…')
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, name), join(tree, name))
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log('Serveur…')
  await compileServer(tree)
  await buildWebApp(join(tree, 'dist'), { say: (text) => console.log(text) })
  writePackage(tree)
  openToRead(tree)
}

/** `npm start` and the commands in it are those of README.md. */
function writePackage(tree: string): void {
  const { name, version, type, description, engines, scripts, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Package
  const compiled = Object.entries(scripts).flatMap(([script, command]) => {
    const [, program] = /^tsx (server\/\S+)\.ts$/.exec(command) ?? []
    return program && existsSync(join(tree, `${program}.js`)) ? [[script, `node ${program}.js`] as const] : []
  })
  const told = {
    name,
    version,
    private: true,
    type,
    description,
    engines,
    scripts: Object.fromEntries(compiled),
    dependencies,
  }
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify(told, null, 2)}\n`)
}

/** Everybody may read, only the owner may write, whatever the umask of the build. */
function openToRead(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToRead(join(path, name))
}

try {
  const example = 'npm run build:tree -- --to /opt/lolapp/2026-11-24'
  const { needed: tree } = pathOptions(process.argv.slice(2), { needed: 'to', example })
  await buildTree(tree)
  console.log(`Arbre prêt : ${tree}`)
} catch (error) {
  console.error(error instanceof ArgumentError ? error.message : error)
  process.exitCode = 1
}
