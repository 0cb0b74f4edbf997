import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { needDataDir } from '../command-arguments.ts'
import { readConfig } from '../config.ts'
import { LONGEST_MS } from '../lifetime.ts'

/** Compares the files of an installation (docs/operations.md) with what they name, because they run where no test does. */

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const [container, caddy, unit] = ['Containerfile', 'Caddyfile', 'lolapp.service'].map(read) as [string, string, string]

interface Service {
  environment?: Record<string, string>
  volumes?: string[]
  networks?: string[]
  read_only?: boolean
  stop_grace_period?: string
  ports?: string[]
}
interface Compose {
  services: Record<'postgres' | 'lolapp' | 'caddy', Service>
  networks: { front: { ipam: { config: { subnet: string }[] } } }
  volumes: Record<string, unknown>
}
const compose = parse(read('compose.yaml')) as Compose

/** Settings that a line like `ENV A=1 B=2` gives. */
const given = (line: RegExp, text: string): Record<string, string> =>
  Object.fromEntries([...(line.exec(text)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))

/** Values as `docker compose` would fill them in. */
const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)[^}]*\}/g,
        (_, key) => ({ DOMAIN: 'lolapp.example.com', LOLAPP_DB_PASSWORD: 'secret' })[key as string] ?? '',
      ),
    ]),
  )

it('[OPS-01 image] the container copies what the tree is built from, and starts a program that the tree has', () => {
  const sources = [...container.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names]) => (names ?? '').split(' '))
  expect(sources.length).toBeGreaterThan(8)
  expect(sources.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
  expect(container).toContain('CMD ["node", "server/start.js"]')
  expect(unit).toContain('ExecStart=/usr/bin/node server/start.js')
  expect(existsSync(join(ROOT, 'server/start.ts'))).toBe(true)
})

it.each([
  [
    'the container and its compose file',
    { ...given(/^ENV (.+)$/m, container), ...filled(compose.services.lolapp.environment ?? {}) },
  ],
  ['the systemd unit', given(/^Environment=(.+)$/m, unit)],
])('%s give settings that the server knows and accepts, and no demonstration', (_name, settings) => {
  const known = readFileSync(join(ROOT, 'README.md'), 'utf8') + readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const unknown = Object.keys(settings).filter((name) => name !== 'NODE_ENV' && !known.includes(name))
  expect(unknown).toEqual([])
  const config = readConfig({
    PUBLIC_URL: 'https://lolapp.example.com',
    ...settings,
    SECRET_KEY: 'a'.repeat(64),
    WEB_DIR: ROOT,
  })
  expect([config.port, config.demo, config.webIsGiven, config.dataDir]).toEqual([3000, false, true, '/var/lib/lolapp'])
})

it('a command under systemd has the data folder, the settings and the program of the unit', () => {
  const manual = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const of = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? ''
  const { DATA_DIR = '' } = given(/^Environment=(.+)$/m, unit)
  const [command = ''] = /^systemd-run .+$/m.exec(manual) ?? []
  expect(command).toContain(` --property=EnvironmentFile=${of('EnvironmentFile')} `)
  expect(command).toContain(` --working-directory=${of('WorkingDirectory')} npm run backup -- --to ${DATA_DIR}/`)
  // Both say that the file holds it too.
  expect(manual).toContain(`(\`DATA_DIR=${DATA_DIR}\`)`)
  expect(unit).toMatch(/^# .*DATA_DIR.*\n# commands read this file/m)
  const file = { DATABASE_URL: 'postgresql://u@h/b' }
  expect(() => needDataDir(readConfig(file))).toThrow('DATA_DIR')
  expect(() => needDataDir(readConfig({ ...file, DATA_DIR }))).not.toThrow()
})

/** What an operator may not or need not choose beside compose.yaml, and why. */
const FIXED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['PORT', 'HOST', 'DATA_DIR', 'WEB_DIR', 'LOG_FORMAT'].map((name) => [name, 'the image'])),
  API_BASE: 'the web app is served by the same container',
  DEMO: 'refused in public',
  DRAIN_SECONDS: 'Caddy asks nobody whether the one process is ready',
}

/** Every name that the configuration reads, also those that it reads only beside others. */
function namesRead(): string[] {
  const read = new Set<string>()
  const given: Record<string, string> = {
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'a@example.com',
  }
  const env = new Proxy(given, {
    get: (target, name) => {
      if (typeof name === 'string') read.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
  readConfig(env)
  return [...read]
}

it('the compose file passes on every setting that the server reads, and an empty one is none', () => {
  const passed = compose.services.lolapp.environment ?? {}
  const names = namesRead()
  expect(names).toContain('S3_REGION')
  expect(names.filter((name) => !(name in passed) && !(name in FIXED))).toEqual([])
  expect(Object.keys(FIXED).filter((name) => name in passed)).toEqual([])
  const optional = Object.entries(passed).filter(([, value]) => /:-\}$/.test(value))
  expect(optional.filter(([name, value]) => value !== `\${${name}:-}` || !names.includes(name))).toEqual([])
  const empty = Object.fromEntries(optional.map(([name]) => [name, '']))
  const { secretKey: _none, ...without } = readConfig({ WEB_DIR: ROOT })
  expect(readConfig({ WEB_DIR: ROOT, ...empty })).toMatchObject(without)
})

it('the program that stops the server waits longer than its end, of which a drain is a part', () => {
  const [, ofUnit] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  const [, ofContainer] = /^(\d+)s$/.exec(compose.services.lolapp.stop_grace_period ?? '') ?? []
  for (const seconds of [ofUnit, ofContainer]) expect(Number(seconds) * 1000).toBeGreaterThan(LONGEST_MS)
  // The unit's settings are the operator's: they read beside the limit what it has to hold.
  expect(unit).toMatch(/DRAIN_SECONDS[^\n]*\nTimeoutStopSec=/)
  expect(compose.services.lolapp.environment).not.toHaveProperty('DRAIN_SECONDS')
})

it('the server trusts the proxy alone, the proxy reaches it, and takes no client’s word for an address', () => {
  const { lolapp, caddy: proxy, postgres } = compose.services
  expect(lolapp.environment?.TRUST_PROXY).toBe(compose.networks.front.ipam.config[0]?.subnet)
  expect(caddy).toContain('{$DOMAIN}, *.{$DOMAIN}')
  expect(caddy).toContain('reverse_proxy lolapp:3000')
  expect(caddy).not.toMatch(/^\s*trusted_proxies/m)
  expect([lolapp.ports, postgres.ports]).toEqual([undefined, undefined])
  expect([proxy.networks, postgres.networks]).toEqual([['front'], ['inside']])
  expect(lolapp.read_only).toBe(true)
})

it('what is mounted exists', () => {
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const files = mounted.filter((name) => name.startsWith('./'))
  expect(files.sort()).toEqual(['./Caddyfile', './postgres-owner.sh'])
  expect(files.filter((name) => !existsSync(join(import.meta.dirname, name)))).toEqual([])
  expect(mounted.filter((name) => /^\w+$/.test(name)).sort()).toEqual(Object.keys(compose.volumes).sort())
})

it('[OPS-01 image] every program that a thread runs is compiled', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const project = join(import.meta.dirname, 'server.tsconfig.json')
  const listed = execFileSync(process.execPath, [compiler, '-p', project, '--listFilesOnly'], { encoding: 'utf8' })
  const compiled = new Set(listed.split('\n'))
  const named = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(ROOT, 'server', name))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('new Worker(')) return []
      return [...text.matchAll(/'(\.[\w./-]+)\.js'/g)].map(([, program]) => join(dirname(path), `${program}.ts`))
    })
  expect(named.length).toBe(3)
  expect(named.filter((path) => !compiled.has(path))).toEqual([])
})
