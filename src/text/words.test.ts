import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agendaText } from './agenda.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Words that `words.ts` replaces, each with the one to use. */
const GONE: readonly [RegExp, string][] = [
  [/\bRDV\b|\brdvs?\b(?= )| rdvs?\b/, 'rendez-vous'],
  [/replanifi/i, 'déplacer'],
  [/tableau de bord/i, 'accueil'],
  [/(?<![\w-])debrief/, 'débrief'],
  [/\be-mail|courriel/i, 'email, for the address; mail, for the message'],
]

/** Given by the product's text as they are. */
const LITERAL = ['Non debrief']

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))

/** What stands between quotation marks and has a space or a capital: words for people, not names for programs. */
const wordsIn = (code: string): string[] =>
  [...code.replace(/^\s*(\/?\*|\/\/|import ).*$/gm, '').matchAll(/'([^'\n]*)'|`([^`]*)`|>([^<>{}()=&;.\n]+)</g)]
    .map(([, plain, template, child]) => (plain ?? template ?? child ?? '').replace(/\$\{[^}]*\}/g, '…'))
    .filter((words) => /\s|^[A-ZÀ-Ý]/.test(words) && !/^[A-Z_]+$/.test(words.replace('RDV', 'rdv')))

const wrongWords = (code: string): string[] =>
  wordsIn(code).flatMap((words) => {
    const said = LITERAL.reduce((rest, literal) => rest.replace(literal, ''), words)
    return GONE.filter(([gone]) => gone.test(said)).map(([, use]) => `« ${words} »: ${use}`)
  })

it.each([
  ["x: 'Nouveau rdv',", 1],
  ["x: 'RDV',", 1],
  [`x: \`$\{n} rdv dimanche\`,`, 1],
  ['<b>Tableau de bord</b>', 1],
  ["x: 'Non debrief',", 0],
  ["x: 'Nouveau rendez-vous',", 0],
  ["resource: 'rdv', list: 'RDV_DEBRIEF'", 0],
])('a word that the glossary replaces is found, a name of a program is not: %s', (code, wrong) => {
  expect(wrongWords(code)).toHaveLength(wrong)
})

it('a place without a value shows the one sign of the glossary', () => {
  const dashes = ['src/text', 'src/features', 'src/domain', 'src/ui', 'src/app', 'src/forms']
    .flatMap(files)
    .filter((file) => /(['"`])–\1/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(dashes).toEqual([])
})

it('what an appointment offers beside each other has different names: to type a time, to choose one in the agenda', () => {
  expect(agendaText.reschedule).not.toBe(agendaText.move)
})

it('each thing has one French word in the texts, the entities and the screens', () => {
  const all = ['src/text', 'schemas/entities', 'src/features', 'src/domain', 'src/ui', 'src/app', 'src/forms'].flatMap(
    files,
  )
  expect(all.length).toBeGreaterThan(500)
  expect(
    all.flatMap((file) => wrongWords(readFileSync(join(ROOT, file), 'utf8')).map((at) => `${file} ${at}`)),
  ).toEqual([])
})
