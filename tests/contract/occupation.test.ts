import { expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { type TakenWeek, takenMondays, takenTimes } from '../../schemas/rules/occupation.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

const DAY = addDays(mondayOf(today('Europe/Paris')), 8)
const WORDS = 'Madame Durand, 3 rue du Secret'

const weeksOf = async (caller: Caller, known = ''): Promise<TakenWeek[]> =>
  (await caller.get(`/equipe/occupation${known}`)).list as unknown as TakenWeek[]
/** « camille rdv 09:00 10:00 » for each time that the caller is told, all on one day here. */
const told = async (caller: Caller): Promise<string[]> =>
  takenTimes(await weeksOf(caller)).map(
    ({ IDPERSONNEL, kind, debut, fin }) => `${IDPERSONNEL} ${kind} ${debut.slice(11)} ${fin.slice(11)}`,
  )

const meeting = (caller: Caller, people: string[], hours: [string, string], more = {}) =>
  newRdv(caller, {
    RDV_OBJET: WORDS,
    OBSERVATIONS: WORDS,
    IDPERSONNELS: people,
    RDV_DEBUT: `${DAY} ${hours[0]}`,
    RDV_FIN: `${DAY} ${hours[1]}`,
    ...more,
  })

/** An appointment of Camille and works of Theo, on a project of hers. */
async function busy(company: ContractCompany) {
  const projet = await newProjet(company.as('camille'), { DESCRIPTION: WORDS })
  const rdv = await meeting(company.as('camille'), ['camille'], ['09:00', '10:00'], { IDPROJET: projet.IDPROJET })
  const works = await newIntervention(company.as('alice'), projet, {
    RDV_OBJET: WORDS,
    RDV_DEBUT: `${DAY} 08:00`,
    RDV_FIN: `${DAY} 17:00`,
    IDINTERVENTION_PLANNING: [{ id: 'a', IDPERSONNEL: 'theo', DEBUT: `${DAY} 08:00`, FIN: `${DAY} 12:00` }],
  })
  return { projet, rdv, works }
}

describeContract('when colleagues are taken', (server) => {
  it('[DAY-01 busy] [SEC] a rep is told the times of what a colleague has, and no word or id of it', async () => {
    const company = await server().company()
    const { projet, rdv, works } = await busy(company)
    const answer = await company.as('colin').get('/equipe/occupation')
    expect(await told(company.as('colin'))).toEqual(['camille rdv 09:00 10:00', 'theo intervention 08:00 12:00'])
    const week = (answer.list as unknown as TakenWeek[]).find(({ SEMAINE }) => SEMAINE === mondayOf(DAY))
    expect(week?.PRIS).toEqual([
      { IDPERSONNEL: 'camille', RDV: [[`${DAY} 09:00`, `${DAY} 10:00`]], INTERVENTION: [], ABSENCE: [] },
      { IDPERSONNEL: 'theo', RDV: [], INTERVENTION: [[`${DAY} 08:00`, `${DAY} 12:00`]], ABSENCE: [] },
    ])
    const text = JSON.stringify(answer.body)
    for (const secret of [WORDS, projet.IDPROJET, projet.IDCLIENT, rdv.IDRDV, works.IDINTERVENTION])
      expect(text).not.toContain(secret)
  })

  it('[DAY-01 busy] is the exact complement of what each person sees, for whoever plans', async () => {
    const company = await server().company()
    await busy(company)
    await meeting(company.as('bruno'), ['bruno'], ['14:00', '15:00'])
    const camille = 'camille rdv 09:00 10:00'
    const theo = 'theo intervention 08:00 12:00'
    const bruno = 'bruno rdv 14:00 15:00'
    expect(await told(company.as('camille'))).toEqual([bruno])
    expect(await told(company.as('marc'))).toEqual([bruno, camille, theo])
    // Diane and Alice see their agency, Bruno directs another one, Zoe sees them all.
    expect(await told(company.as('diane'))).toEqual([bruno])
    expect(await told(company.as('alice'))).toEqual([bruno])
    expect(await told(company.as('bruno'))).toEqual([camille, theo])
    expect(await told(company.as('zoe'))).toEqual([])
    expect((await company.as('theo').get('/equipe/occupation')).status).toBe(403)
  })

  it('[DAY-01 busy] [SEC] tells nothing of another company', async () => {
    const [ours, theirs] = [await server().company(), await server().company()]
    await busy(ours)
    expect(await told(theirs.as('colin'))).toEqual([])
    expect((await server().app.inject({ url: '/api/equipe/occupation' })).statusCode).toBe(401)
  })

  it('[DAY-01 busy] follows a move, another person, sight, a deletion and its undoing', async () => {
    const company = await server().company()
    const [camille, colin] = [company.as('camille'), company.as('colin')]
    const { IDRDV } = await meeting(camille, ['camille'], ['09:00', '10:00'])
    const put = (values: object) => camille.put(`/rdvs/${String(IDRDV)}`, values)
    await put({ RDV_DEBUT: `${DAY} 11:00`, RDV_FIN: `${DAY} 12:00` })
    expect(await told(colin)).toEqual(['camille rdv 11:00 12:00'])
    await put({ IDPERSONNELS: ['camille', 'marc'] })
    expect(await told(colin)).toEqual(['camille rdv 11:00 12:00', 'marc rdv 11:00 12:00'])
    await put({ IDPERSONNELS: ['camille', 'colin'] })
    expect(await told(colin)).toEqual([])
    await put({ IDPERSONNELS: ['camille'] })
    expect(await told(colin)).toEqual(['camille rdv 11:00 12:00'])
    await camille.del(`/rdvs/${String(IDRDV)}`)
    expect(await told(colin)).toEqual([])
    await put({ SUPPRIME: 0 })
    expect(await told(colin)).toEqual(['camille rdv 11:00 12:00'])
  })

  it('[DAY-01 busy] follows the planning of works, their project’s people and their deletion', async () => {
    const company = await server().company()
    const [alice, colin] = [company.as('alice'), company.as('colin')]
    const { projet, works } = await busy(company)
    const theirs = async () => (await told(colin)).filter((time) => time.includes('intervention'))
    const slot = { id: 'a', IDPERSONNEL: 'marc', DEBUT: `${DAY} 13:00`, FIN: `${DAY} 17:00` }
    await alice.put(`/interventions/${String(works.IDINTERVENTION)}`, { IDINTERVENTION_PLANNING: [slot] })
    expect(await theirs()).toEqual(['marc intervention 13:00 17:00'])
    await alice.put(`/projets/${String(projet.IDPROJET)}`, { IDRESPONSABLEPROJET: 'colin' })
    expect(await told(colin)).toEqual([])
    await alice.put(`/projets/${String(projet.IDPROJET)}`, { IDRESPONSABLEPROJET: 'camille' })
    expect(await theirs()).toEqual(['marc intervention 13:00 17:00'])
    expect((await alice.del(`/interventions/${String(works.IDINTERVENTION)}`)).status).toBe(204)
    expect(await theirs()).toEqual([])
  })

  it('[DAY-01 busy] sends the weeks around today, and of those that the caller names by their print only the name', async () => {
    const company = await server().company()
    await meeting(company.as('camille'), ['camille'], ['09:00', '10:00'])
    const first = await weeksOf(company.as('colin'))
    expect(first.map(({ SEMAINE }) => SEMAINE)).toEqual(takenMondays(today('Europe/Paris')))
    const known = `?CONNU=${first.map(({ EMPREINTE }) => EMPREINTE).join(',')}`
    expect((await weeksOf(company.as('colin'), known)).map(({ PRIS }) => PRIS)).toEqual(first.map(() => null))
    await meeting(company.as('camille'), ['camille'], ['10:00', '11:00'])
    const changed = (await weeksOf(company.as('colin'), known)).filter(({ PRIS }) => PRIS !== null)
    expect(changed.map(({ SEMAINE }) => SEMAINE)).toEqual([mondayOf(DAY)])
    expect((await company.as('colin').get('/equipe/occupation?CONNU=x')).status).toBe(422)
  })
})
