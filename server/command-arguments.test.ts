import { describe, expect, it } from 'vitest'
import { ArgumentError, databaseText, needDataDir, pathOptions } from './command-arguments.ts'
import { ConfigError, readConfig } from './config.ts'

describe('arguments of a command', () => {
  const wanted = { needed: 'to', flag: 'allow-missing-files', example: 'npm run backup -- --to sauvegardes/lundi' }

  it('reads a path and an option without a value, and shows how to write them', () => {
    expect(pathOptions(['--to=/a'], wanted)).toEqual({ needed: '/a', optional: undefined, flag: false })
    expect(pathOptions(['--to', '/a', '--allow-missing-files'], wanted)).toMatchObject({ needed: '/a', flag: true })
    for (const argv of [[], ['--to', ''], ['--to', '/a', '--allow-missing'], ['--allow-missing-files']])
      expect(() => pathOptions(argv, wanted)).toThrow(ArgumentError)
    expect(() => pathOptions(['--to', '/a', '--allow-missing-files'], { ...wanted, flag: 'x' })).toThrow('--to')
  })
})

it('a command on PostgreSQL is refused without the data folder of the server: the default would be another one', () => {
  const settings = { DATABASE_URL: 'postgresql://u@h/b' }
  const need = (env: Record<string, string>) => () => needDataDir(readConfig(env))
  expect(need(settings)).toThrow(ConfigError)
  expect(need(settings)).toThrow(/DATA_DIR manque.*DATA_DIR=/)
  for (const env of [{}, { ...settings, DATA_DIR: '/srv/lolapp' }]) expect(need(env)).not.toThrow()
})

it('says which database the settings name, without its password', () => {
  const text = (env: Record<string, string>) => databaseText(readConfig(env))
  expect(text({ DATA_DIR: '/srv' })).toBe('la base embarquée de « /srv »')
  expect(text({ DATABASE_URL: 'postgresql://lolapp:secret@db:5433/maison' })).toBe(
    'la base PostgreSQL « maison » de db:5433',
  )
  expect(text({ DATABASE_URL: 'postgresql:///maison?host=/run/postgresql' })).toContain('de cette machine')
})
