import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { mistypedSetting, SETTINGS } from './setting-names.ts'

describe('configuration', () => {
  it('runs the demo on the embedded database by default, and no demo on PostgreSQL', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: null,
      demo: true,
      apiBase: '/api',
    })
    expect(readConfig({ DATABASE_URL: 'postgresql://u@h/b' })).toMatchObject({ demo: false })
    expect(readConfig({ DATABASE_URL: 'postgresql://u@h/b', DEMO: '1' })).toMatchObject({ demo: true })
  })

  it.each([
    { PUBLIC_URL: 'https://lolapp.example.com' },
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.10' },
    { SMTP_URL: 'smtp://mail.example.com:587', MAIL_FROM: 'a@example.com' },
    { SMS_BREVO_KEY: 'cle' },
  ])(
    '[SET-01 no-demo] [SEC] has no demonstration at a public address, and refuses one that is asked for: %j',
    (env) => {
      expect(readConfig(env)).toMatchObject({ demo: false })
      expect(() => readConfig({ ...env, DEMO: '1' })).toThrow('mots de passe publics')
      expect(readConfig({ HOST: '127.0.0.1' })).toMatchObject({ demo: true })
    },
  )

  it('takes former keys and a mail for the heads of evidence, or says what to write', () => {
    const read = readConfig({ SECRET_KEY_FORMER: `${'a'.repeat(64)}, ${'b'.repeat(64)}`, DATA_DIR: '/srv/lolapp' })
    expect(read.formerSecretKeys.map((key) => key.toString('hex'))).toEqual(['a'.repeat(64), 'b'.repeat(64)])
    expect(read.evidenceHeads).toEqual({
      file: '/srv/lolapp/evidence-heads.jsonl',
      mail: null,
      timestampUrl: null,
    })
    expect(readConfig({ EVIDENCE_HEADS_MAIL: 'notaire@example.com' }).evidenceHeads.mail).toBe('notaire@example.com')
    expect(readConfig({ EVIDENCE_TSA_URL: 'https://tsa.example/tsr' }).evidenceHeads.timestampUrl).toBe(
      'https://tsa.example/tsr',
    )
    expect(() => readConfig({ EVIDENCE_HEADS_MAIL: 'notaire' })).toThrow('adresse email')
    expect(() => readConfig({ SECRET_KEY_FORMER: 'secret' })).toThrow(/^(?!.*=secret).*SECRET_KEY_FORMER/)
  })

  it('[SEC] encrypts backups for public keys or for a passphrase, and for nobody by default', () => {
    const key = 'age1a0a9et7hlg7ualcfll3gfjp99jxvxtazqed707zyfqsd54du5a3s2qnchj'
    const encryptionOf = (env: Record<string, string>) => readConfig(env).backupEncryption
    expect(encryptionOf({})).toBeNull()
    expect(encryptionOf({ BACKUP_RECIPIENT: `${key}, ${key}` })).toEqual({ kind: 'recipients', recipients: [key, key] })
    expect(encryptionOf({ BACKUP_PASSPHRASE_FILE: '/run/phrase' })).toEqual({ kind: 'passphrase', file: '/run/phrase' })
    expect(() => readConfig({ BACKUP_RECIPIENT: key, BACKUP_PASSPHRASE_FILE: '/x' })).toThrow('ne vont pas ensemble')
  })

  it('[OPS-03 proxy] takes addresses and networks of proxies, and trusts none by default', () => {
    expect(readConfig({}).trustProxy).toEqual([])
    expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/24, ::1, fd00::/8' }).trustProxy).toEqual([
      '127.0.0.1',
      '10.0.0.0/24',
      '::1',
      'fd00::/8',
    ])
  })

  it('prints text for a person on a demonstration, JSON for a program elsewhere, unless a setting says otherwise', () => {
    const spoken = (env: Record<string, string>) => {
      const { logFormat, logLevel } = readConfig(env)
      return [logFormat, logLevel]
    }
    expect(spoken({})).toEqual(['text', 'warn'])
    expect(spoken({ PUBLIC_URL: 'https://lolapp.example.com' })).toEqual(['json', 'info'])
    expect(spoken({ LOG_FORMAT: 'json', LOG_LEVEL: 'error' })).toEqual(['json', 'error'])
    expect(spoken({ DEMO: '0', LOG_FORMAT: 'text' })).toEqual(['text', 'warn'])
  })

  it('reads the password of SMTP_URL as an address writes it, and a key without the end of its line', () => {
    const { ports } = readConfig({
      SMTP_URL: 'smtp://u:50%25%40@h',
      MAIL_FROM: 'a@example.com',
      SMS_BREVO_KEY: 'cle\r',
    })
    expect([ports.smtp?.password, ports.sms?.key]).toEqual(['50%@', 'cle'])
  })

  it.each(['support@example.com', 'mailto:support@example.com'])(
    'push services and finders of a weakness read « %s » as an address',
    (text) => {
      const { ports, securityContact } = readConfig({ VAPID_SUBJECT: text, SECURITY_CONTACT: text })
      expect([ports.push.subject, securityContact]).toEqual(Array(2).fill('mailto:support@example.com'))
    },
  )

  it('takes contacts that are pages, and paths of legacy systems with or without slashes', () => {
    const { ports } = readConfig({ VAPID_SUBJECT: 'https://example.com/push', LEGACY_PATHS: '/stocks/, tarifs/2026' })
    expect([ports.push.subject, ports.legacy.paths]).toEqual(['https://example.com/push', ['stocks', 'tarifs/2026']])
  })

  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['BACKUP_RECIPIENTS', 'BACKUP_RECIPIENT'],
    ['DATADIR', 'DATA_DIR'],
    ['SECRET_KYE', 'SECRET_KEY'],
    ['SMPT_URL', 'SMTP_URL'],
    ['PUBLIC_URL_', 'PUBLIC_URL'],
  ])('%s stops the start: it was to be %s', (name, meant) => {
    const read = (more: Record<string, string>) => () => readConfig({ [name]: 'secret', ...more })
    expect(read({})).toThrow(ConfigError)
    expect(read({})).toThrow(`${name} n'est pas un réglage de Lolapp, qui connaît ${meant}`)
    expect(read({})).not.toThrow('secret')
    expect(() => readConfig({ [name]: '' })).not.toThrow()
    // With the right one beside it, it belongs to another program.
    const right = meant === 'DATA_DIR' ? '/srv' : meant === 'PUBLIC_URL' ? 'https://lolapp.example.com' : null
    if (right !== null) expect(read({ [meant]: right })).not.toThrow()
  })

  it('takes no ordinary variable of a machine for a setting', () => {
    const names = ['PATH', 'HOME', 'HOSTS', 'PORTS', 'HOSTNAME', 'NODE_ENV', 'LOG_LEVELS', 'EMAIL_FROM', 'BACKUPDIR']
    const others = [
      'PGDATABASE',
      'XDG_DATA_DIRS',
      'DATABASE_PORT',
      'SMTP_PORT',
      'AWS_REGION',
      'AWS_SECRET_ACCESS_KEY',
      'CI',
    ]
    const env = Object.fromEntries([...names, ...others].map((name) => [name, 'x']))
    expect(() => readConfig(env)).not.toThrow()
    expect(mistypedSetting(process.env)).toBeNull()
  })

  it('knows the name of every setting that it reads', () => {
    const code = readFileSync(join(import.meta.dirname, 'config.ts'), 'utf8')
    const named = [...code.matchAll(/(?:\benv\.|\benv, (?:\{ name: )?')([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name)
    const taken = [...code.matchAll(/\{([^{}]*)\} = env\b/g)].flatMap(([, names = '']) =>
      names.match(/\b[A-Z][A-Z0-9_]+\b/g),
    )
    expect([...new Set([...named, ...taken])].sort()).toEqual([...SETTINGS].sort())
  })

  it('opens its figures to nobody else by default', () => {
    expect(readConfig({})).toMatchObject({ metricsToken: null, monitoringFrom: [], drainSeconds: 0 })
    const env = { METRICS_TOKEN: 'a'.repeat(24), MONITORING_FROM: '10.0.0.0/24, ::1', DRAIN_SECONDS: '10' }
    expect(readConfig(env)).toMatchObject({
      metricsToken: env.METRICS_TOKEN,
      monitoringFrom: ['10.0.0.0/24', '::1'],
      drainSeconds: 10,
    })
  })

  it.each([
    [{ METRICS_TOKEN: 'secret' }, "METRICS_TOKEN n'est pas valide"],
    [{ METRICS_TOKEN: 'secret secret secret secret' }, 'sans espace'],
    [{ MONITORING_FROM: '0.0.0.0/0' }, 'donnez les adresses de votre supervision'],
    [{ LOG_FORMAT: 'xml' }, 'choisissez parmi text, json'],
    [{ PORT: 'abc' }, 'PORT=abc'],
    [{ PORT: '70000' }, 'de 1 à 65535'],
    [{ PORT: '3000.5' }, 'PORT=3000.5'],
    [{ TRUST_PROXY: '1' }, 'donnez les adresses de vos proxys'],
    [{ TRUST_PROXY: '10.0.0.1,0.0.0.0/0' }, 'donnez les adresses de vos proxys'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY=10.0.0.0/33'],
    [{ DEMO: 'peut-être' }, 'donnez 1 ou 0'],
    [{ ADMIN_IDLE_MINUTES: '0' }, 'de 1 à 720'],
    [{ REAUTH_MINUTES: 'jamais' }, 'de 1 à 720'],
    [{ DATABASE_URL: 'mysql://u:secret@h/b' }, "DATABASE_URL n'est pas une adresse PostgreSQL"],
    [{ DATABASE_APP_URL: 'secret' }, "DATABASE_APP_URL n'est pas une adresse PostgreSQL"],
    [{ DATABASE_LISTEN_URL: 'secret' }, "DATABASE_LISTEN_URL n'est pas une adresse PostgreSQL"],
    [{ API_BASE: 'api.example.com' }, 'API_BASE=api.example.com'],
    [{ LOG_LEVEL: 'bavard' }, 'choisissez parmi'],
    [{ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1secret' }, "BACKUP_RECIPIENT n'est pas valide"],
    [{ BACKUP_RECIPIENT: ',' }, 'donnez une clé publique'],
    [{ MAP_PACKS_DIR: '/nulle/part' }, 'donnez un dossier qui existe'],
    [{ SMTP_URL: 'smtp://u:secret%@h:587', MAIL_FROM: 'a@example.com' }, '« % » s’y écrit %25'],
    [{ SMS_BREVO_KEY: 'secret\u200b' }, "SMS_BREVO_KEY n'est pas valide"],
    [{ SMS_BREVO_KEY: 'secret\r\nsecret' }, "SMS_BREVO_KEY n'est pas valide"],
    [{ VAPID_SUBJECT: 'support' }, 'VAPID_SUBJECT=support'],
    [{ VAPID_SUBJECT: 'http://example.com' }, 'donnez une adresse email ou une page https'],
    [{ LEGACY_PATHS: 'https://erp.example.com/stocks' }, 'par exemple stocks,tarifs/2026'],
    [{ LEGACY_PATHS: 'stocks,../prix' }, 'LEGACY_PATHS=stocks,../prix'],
    [{ LEGACY_PATHS: '/' }, 'LEGACY_PATHS=/'],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_BUCKET manque'],
  ])('says in French what is wrong with %j, and repeats no secret', (env, text) => {
    const read = () => readConfig(env)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(text)
    expect(read).not.toThrow('secret')
  })
})
