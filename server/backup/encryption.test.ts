import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../tests/support/engines.ts'
import { openPlace, type Place } from '../../tests/support/put-back.ts'
import { createRandom } from '../../tests/support/random.ts'
import { staffedCompany } from '../../tests/support/staffed-company.ts'
import type { Database } from '../plugins/database/database.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { createBackups } from './backups.ts'
import { filesUnder } from './dump.ts'
import { age, type Encryption } from './encryption.ts'
import { MANIFEST, MANIFEST_HASH, type Manifest, sha256 } from './manifest.ts'
import type { BackupKeys } from './open-parts.ts'
import { restore } from './restore.ts'

/** Made by `age-keygen` 1.1.1 (Debian). */
const AGE_KEYGEN = `# created: 2026-11-24T08:19:50Z
# public key: age1a0a9et7hlg7ualcfll3gfjp99jxvxtazqed707zyfqsd54du5a3s2qnchj
AGE-SECRET-KEY-1MN3AWEDGKPXHCXKJ0AWUYD38FAV0S5YD72KSEJV7PAXEJPCR6CKSKJHS7N
`
const RECIPIENT = 'age1a0a9et7hlg7ualcfll3gfjp99jxvxtazqed707zyfqsd54du5a3s2qnchj'
/** The same file, made by `age -p` 1.1.1 with this passphrase. */
const AGE_PASSPHRASE = 'correct horse battery staple'
const AGE_KEYGEN_SEALED = Buffer.from(
  `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBSdnl5OTcwUEVrK094aDRQbkkzQk5BIDE4CnBoL0hkMWhjYk9uMnc3aCtDaEJERkVnTExIUFN4UkhmRFB5OHdP
TDNPeEkKLS0tIExrZVJyQmwyTUJ6ZFNWYWNwTVJMWWhhQnlqQXZoY01YdE1TL2hzY3hMQm8K/tKCgJX907/1uODuuEsDwh/Mz9flrpjiF7LRy9DtDNHV63Dkv/PL+Yan
rYZHxY1yaqv6J/mODxkxbyGPMJDRmJAT3gDbUauieap9tMpW0SjZNSOR7Qpb7Sksy3zwbRILxSdBZF97I2jyHbird0i/Ijb4Z371t84wiMpg9Jku4V7N0GXC4ZFaDFDF
eaLr4kKdAE/Q72Dfe7GgOrIHU6uQw5t5E2yCnGLNjI4WEfd7LeXAE0MOw+fNlg9hSB70f0zwYVZlUekb8Aa8FI+6msMXso+oWdU1fdq3`,
  'base64',
)

const SEED = Number(process.env.BACKUP_SEED ?? Math.floor(Math.random() * 2 ** 31))
const LONG = 900_000

const NAME = 'Éloïse Quatremarre'
const MAIL = 'eloise.quatremarre@example.com'
const KEY = '5f'.repeat(16) + 'a3'.repeat(16)
const PHOTO = Buffer.from(`photo of the kitchen of ${NAME}`)

const keys = (identity: string | Buffer | null, passphrase: string | null = null): BackupKeys => ({
  identities: async () => Buffer.from(identity ?? expect.fail('no identity is asked for')),
  passphrase: async () => passphrase ?? expect.fail('no passphrase is asked for'),
})
const owner = keys(AGE_KEYGEN)

describe.each(ENGINES)('encrypted backups (%s)', { timeout: LONG }, (engine) => {
  let place: Place
  let db: Database
  let company = ''
  const outside = mkdtempSync(join(tmpdir(), 'lolapp-outside-'))
  const passphraseFile = join(outside, 'phrase.txt')
  const at = (name: string) => join(outside, name)
  const backUp = (to: string, encryption: Encryption | null) =>
    createBackups(db, {
      dataDir: place.dataDir,
      backupDir: join(place.dataDir, 'backups'),
      backupKeep: 2,
      backupEncryption: encryption,
    }).createAt(at(to))

  beforeAll(async () => {
    place = await openPlace(engine)
    db = await openDatabase(place.config)
    company = (await staffedCompany(db, `chez${engine}`)).id
    await db.inTenant(company, (tx) =>
      sql`insert into client (company_id, "IDCLIENT", "NOM", "MAIL", seq) values (${company}, 'eloise', ${NAME}, ${MAIL}, take_seq(1))`.execute(
        tx,
      ),
    )
    writeFileSync(join(place.dataDir, 'secret.key'), KEY)
    mkdirSync(join(place.dataDir, 'files', company), { recursive: true })
    writeFileSync(join(place.dataDir, 'files', company, 'photo'), PHOTO)
    writeFileSync(passphraseFile, `${AGE_PASSPHRASE}\n`)
    const { generateIdentity, identityToRecipient } = await age()
    const second = await identityToRecipient(await generateIdentity())
    await backUp('keys', { kind: 'recipients', recipients: [second, RECIPIENT] })
    await backUp('words', { kind: 'passphrase', file: passphraseFile })
    await backUp('clear', null)
  }, LONG)
  afterAll(async () => {
    await db.close()
    await place.remove()
    rmSync(outside, { recursive: true, force: true })
  }, LONG)

  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest

  it.each(['keys', 'words'])('[SEC] no customer data and no key can be read in the folder (%s)', (name) => {
    const files = filesUnder(at(name))
    const names = files.map((path) => relative(at(name), path))
    expect(names).toEqual(expect.arrayContaining(['secret.key.age', `files/${company}/photo.age`, MANIFEST]))
    for (const path of files) {
      const bytes = readFileSync(path)
      for (const secret of [NAME, 'Quatremarre', MAIL, KEY, Buffer.from(KEY, 'hex'), PHOTO, AGE_PASSPHRASE, RECIPIENT])
        expect(bytes.includes(secret), path).toBe(false)
      if (!basename(path).startsWith('manifest.') || path.endsWith('.age'))
        expect(bytes.subarray(0, 21).toString(), path).toBe('age-encryption.org/v1')
    }
    expect(statSync(at(name)).mode & 0o777).toBe(0o700)
  })

  it('[SEC] an unencrypted backup holds no key', () => {
    expect(manifestOf(at('clear'))).toMatchObject({ format: 1, key: null })
    expect(filesUnder(at('clear')).filter((path) => readFileSync(path).includes(KEY))).toEqual([])
  })

  /** Checks that a changed copy of a backup is refused; `how` names the change in a failure. */
  const refused = async (from: string, how: string, given: BackupKeys = owner): Promise<void> => {
    const other = mkdtempSync(join(outside, 'untouched-'))
    const attempt = restore({ from, dataDir: other, database: place.config, keys: given })
    await expect(attempt, how).rejects.toThrow(/est abîmée|n'ouvre pas la/)
    expect(readdirSync(other), how).toEqual([])
    rmSync(other, { recursive: true })
  }
  let copies = 0
  const copyOf = (name: string): string => {
    const copy = at(`copy-${++copies}`)
    cpSync(at(name), copy, { recursive: true })
    return copy
  }
  /** Makes the hashes right again, as an attacker can. */
  const hashAgain = (folder: string): void => {
    const manifest = manifestOf(folder)
    for (const part of [...manifest.tables, ...manifest.files, ...(manifest.key ? [manifest.key] : [])])
      part.sha256 = sha256(readFileSync(join(folder, part.path)))
    const text = JSON.stringify(manifest, null, 1)
    writeFileSync(join(folder, MANIFEST), text)
    writeFileSync(join(folder, MANIFEST_HASH), sha256(text))
  }

  it(`[SEC] changed at any place, or cut, it is refused before anything is touched, seed ${SEED}`, async () => {
    const random = createRandom(SEED)
    for (let i = 0; i < 10; i++) {
      const folder = copyOf('keys')
      const path = random.pick(filesUnder(folder)) as string
      const bytes = readFileSync(path)
      const place = random.below(bytes.length)
      bytes[place] = (bytes[place] as number) ^ (1 << random.below(8))
      writeFileSync(path, bytes)
      await refused(folder, `${path} changed at ${place}`)
      const cut = copyOf('keys')
      const short = random.pick(filesUnder(cut)) as string
      const length = random.below(statSync(short).size)
      truncateSync(short, length)
      await refused(cut, `${short} cut to ${length}`)
    }
  })

  it(`[SEC] also when the hashes were made right again, seed ${SEED}`, async () => {
    const random = createRandom(SEED)
    const changed = copyOf('keys')
    const path = random.pick(filesUnder(join(changed, 'tables'))) as string
    const bytes = readFileSync(path)
    const place = random.below(bytes.length)
    bytes[place] = (bytes[place] as number) ^ 1
    writeFileSync(path, bytes)
    hashAgain(changed)
    await refused(changed, `${path} changed at ${place}`)
    const exchanged = copyOf('keys')
    const [one, two] = ['client', 'company'].map((name) => join(exchanged, 'tables', `${name}.ndjson.gz.age`))
    renameSync(one as string, at('aside'))
    renameSync(two as string, one as string)
    renameSync(at('aside'), two as string)
    hashAgain(exchanged)
    await refused(exchanged, 'two tables exchanged')
    // Also for somebody who knows the public key and so can encrypt: what does not decrypt is found before anything changes.
    const { Encrypter } = await age()
    const sealer = new Encrypter()
    sealer.addRecipient(RECIPIENT)
    const hash = await sealer.encrypt(readFileSync(join(changed, MANIFEST_HASH), 'utf8'))
    writeFileSync(join(changed, `${MANIFEST_HASH}.age`), hash)
    await refused(changed, `${path} changed at ${place}, sealed`)
  })

  it('[SEC] another key, another passphrase, or none, opens nothing', async () => {
    const { generateIdentity } = await age()
    await refused(at('keys'), 'another key', keys(await generateIdentity()))
    await refused(at('words'), 'another passphrase', keys(null, 'wrong horse battery staple'))
    await expect(restore({ from: at('keys'), dataDir: outside, database: place.config })).rejects.toThrow(/--identity/)
    await expect(restore({ from: at('words'), dataDir: outside, database: place.config })).rejects.toThrow(
      /BACKUP_PASSPHRASE_FILE/,
    )
    await expect(
      restore({ from: at('keys'), dataDir: outside, database: place.config, keys: keys(RECIPIENT) }),
    ).rejects.toThrow(/ne contient pas de clé privée age/)
  })

  it('[SEC] is restored whole on another machine, with its key: by a private key, by a passphrase, from an older format', async () => {
    const other = await openPlace(engine)
    const there = async () => {
      const opened = await openDatabase(other.config)
      const { rows } = await opened.inTenant(company, (tx) =>
        sql`select "NOM", "MAIL" from client where "IDCLIENT" = 'eloise'`.execute(tx),
      )
      await opened.close()
      const read = (...path: string[]) => readFileSync(join(other.dataDir, ...path), 'utf8')
      return { rows, key: read('secret.key'), photo: read('files', company, 'photo') }
    }
    const whole = { rows: [{ NOM: NAME, MAIL }], key: KEY, photo: PHOTO.toString() }
    const { dataDir, config: database } = other
    try {
      await restore({ from: at('keys'), dataDir, database, keys: keys(AGE_KEYGEN_SEALED, AGE_PASSPHRASE) })
      expect(await there()).toEqual(whole)
      expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
      // A server that was started here has made a key of its own: it is renamed.
      writeFileSync(join(dataDir, 'secret.key'), 'another')
      rmSync(join(dataDir, 'files'), { recursive: true })
      await restore({ from: at('words'), dataDir, database, keys: keys(null, AGE_PASSPHRASE) })
      expect(await there()).toEqual(whole)
      const aside = filesUnder(dataDir).filter((path) => /avant-restauration/.test(path) && /secret\.key/.test(path))
      expect(aside.map((path) => readFileSync(path, 'utf8'))).toContain('another')
      // The format of backups before they were encrypted.
      const older = copyOf('clear')
      writeFileSync(join(older, 'secret.key'), KEY)
      const key = { path: 'secret.key', bytes: KEY.length, sha256: '' }
      writeFileSync(join(older, MANIFEST), JSON.stringify({ ...manifestOf(older), key }))
      hashAgain(older)
      writeFileSync(join(dataDir, 'secret.key'), 'a third')
      await restore({ from: older, dataDir, database })
      expect(await there()).toEqual(whole)
    } finally {
      await other.remove()
    }
  })

  it('[SEC] a killed one leaves nothing readable, and the next one removes what it left', async () => {
    const folder = at('killed')
    mkdirSync(folder)
    const umask = process.umask(0o022)
    let draft = ''
    try {
      await new Promise<void>((resolve) => {
        // Rows and files are written; then it stays blocked.
        const stuck: Database = {
          ...db,
          snapshot: async (fn) => {
            await db.snapshot(fn)
            resolve()
            return new Promise(() => undefined)
          },
        }
        void createBackups(stuck, {
          dataDir: place.dataDir,
          backupDir: folder,
          backupKeep: 2,
          backupEncryption: { kind: 'recipients', recipients: [RECIPIENT] },
        }).create()
      })
      draft = join(folder, readdirSync(folder)[0] as string)
    } finally {
      process.umask(umask)
    }
    expect(statSync(draft).mode & 0o777).toBe(0o700)
    const files = filesUnder(draft)
    expect(files.length).toBeGreaterThan(20)
    for (const path of files) {
      const bytes = readFileSync(path)
      for (const secret of [NAME, MAIL, KEY, PHOTO]) expect(bytes.includes(secret), path).toBe(false)
      expect(statSync(path).mode & 0o077, path).toBe(0)
      expect(path).toMatch(/\.age$/)
    }

    const backups = createBackups(db, { dataDir: place.dataDir, backupDir: folder, backupKeep: 2 })
    await backups.create()
    // Its process is alive.
    expect(existsSync(draft)).toBe(true)
    const dead = Number(execFileSync(process.execPath, ['-p', 'process.pid']))
    renameSync(draft, join(folder, `lolapp-20260101000000-abcdef.partiel-${hostname()}-${dead}`))
    cpSync(at('clear'), join(folder, `lolapp-20260101000000-abcdee.partiel-${dead}`), { recursive: true })
    cpSync(at('clear'), join(folder, `lolapp-20260101000000-abcded.partiel-elsewhere-${dead}`), { recursive: true })
    await backups.create()
    expect(readdirSync(folder).filter((name) => name.includes('.partiel'))).toEqual([
      `lolapp-20260101000000-abcded.partiel-elsewhere-${dead}`,
    ])
  })

  it('keeps the last ones, encrypted or not, and says which are encrypted', async () => {
    const backupDir = join(place.dataDir, 'kept')
    const kept = (backupEncryption: Encryption | null) =>
      createBackups(db, { dataDir: place.dataDir, backupDir, backupKeep: 2, backupEncryption })
    const encrypted = kept({ kind: 'recipients', recipients: [RECIPIENT] })
    expect([kept(null).encryption, encrypted.encryption]).toEqual([null, 'recipients'])
    for (const backups of [kept(null), encrypted, kept(null)]) {
      await backups.create()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(encrypted.list().map((backup) => backup.encrypted)).toEqual([false, true])
    await encrypted.create()
    expect(encrypted.list().map((backup) => backup.encrypted)).toEqual([true, false])
    expect(readdirSync(backupDir)).toHaveLength(2)
  })
})

describe('what encrypts backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-keys-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const nothing = { dataDir: folder, backupDir: join(folder, 'backups'), backupKeep: 1 }
  const make = (backupEncryption: Encryption) => createBackups({} as never, { ...nothing, backupEncryption }).create()

  it('a wrongly copied key, and a file without a good passphrase, are refused before anything is written', async () => {
    const wrong = RECIPIENT.replace('qnchj', 'qnchq')
    await expect(make({ kind: 'recipients', recipients: [wrong] })).rejects.toThrow(/mal recopiée/)
    const file = join(folder, 'phrase')
    await expect(make({ kind: 'passphrase', file })).rejects.toThrow(/ne peut pas être lu/)
    for (const text of ['short', 'two lines of words\nare one too many']) {
      writeFileSync(file, text)
      await expect(make({ kind: 'passphrase', file })).rejects.toThrow(/sur une ligne, d'au moins 16 caractères/)
    }
    expect(readdirSync(dirname(file))).toEqual(['phrase'])
  })
})
