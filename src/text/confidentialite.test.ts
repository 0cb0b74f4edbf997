import { expect, it } from 'vitest'
import { periodText, RETENTION, RETENTION_KINDS, retentionRule } from '../../schemas/retention.ts'
import { confidentialiteText, PROMISED } from './confidentialite.ts'

const words = JSON.stringify(confidentialiteText('Maison'))

it('the privacy page promises the periods that the daily job keeps to, and no other', () => {
  for (const kind of PROMISED) {
    const { title, days, from } = retentionRule(kind)
    expect(words).toContain(`${title} : ${periodText(days)} après ${from}`)
  }
  const declared = new Set(RETENTION_KINDS.flatMap((kind) => [periodText(retentionRule(kind).days)]))
  // What stands inside the words of a declaration (« 60 jours après la connexion ») is the declaration's.
  const own = RETENTION_KINDS.map((kind) => retentionRule(kind).from).join(' ')
  const said = [...words.matchAll(/\d+ (?:ans?|mois|jours?)(?![a-zé])/g)].map(([period]) => period)
  expect(said.length).toBeGreaterThan(PROMISED.length)
  expect(said.filter((period) => !declared.has(period) && !own.includes(period))).toEqual([])
})

it('it says three years for a prospect and ten for a contract, and erases nobody without the company’s word', () => {
  expect([periodText(RETENTION.prospects.days), periodText(RETENTION.contrats.days)]).toEqual(['3 ans', '10 ans'])
  expect([RETENTION.prospects.action, RETENTION.contrats.action]).toEqual(['propose', 'propose'])
  expect(words).toContain('sur décision de l’entreprise')
})
