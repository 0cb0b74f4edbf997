import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { png } from '../support/sample-files.ts'
import type { App, Entry } from './app-code.ts'
import { newPhone, type Phone } from './phone.ts'
import { noteOf, type Release } from './releases.ts'
import type { Clerk, RunningServer } from './server.ts'

/** A phone in use, and its pending entries. */

export const REP = 'commercial@example.com'

/** The field that the next version requires of a new client, with the value that older records get, so that any server accepts it. */
export const needed = (release: Release): Record<string, string> => (release === 'N+1' ? { SECTEUR: 'nord' } : {})

export const word = (prefix: string): string => `${prefix} ${randomUUID().slice(0, 8)}`

const refusals = (entries: readonly Entry[]) => entries.filter((e) => e.state === 'refused').map((e) => e.error)

/** Pulls, then sends what can be sent now. A refusal fails the test. @returns open entries */
export async function sendNow(app: App): Promise<Entry[]> {
  await app.pull()
  await app.push()
  await app.upload()
  const entries = await app.entries()
  expect(refusals(entries)).toEqual([])
  return entries
}

/** Sends until no entry is open. */
export async function send(app: App): Promise<void> {
  let left = await sendNow(app)
  for (let tries = 1; tries < 4 && left.length > 0; tries += 1) left = await sendNow(app)
  expect(left).toEqual([])
  await app.pull()
}

/** One phone of the rep, and its connection to the server. */
export interface Hands {
  phone: Phone
  release: Release
  app: App
  to: Awaited<ReturnType<RunningServer['to']>>
  me: string
}

export async function takePhone(running: RunningServer, release: Release): Promise<Hands> {
  const [to, phone] = [await running.to(REP), newPhone()]
  return { phone, release, to, me: to.identity.account.replace('personnel:', ''), app: await phone.open(release, to) }
}

/** An appointment whose participants the phone and the clerk both change: each adds or removes another one. */
export interface Meeting {
  id: string
  /** Participants on the phone before it receives the clerk's change. */
  shown: string[]
  /** Participants after both changes are merged. */
  agreed: string[]
}

/** Phone and clerk both change the same appointment, without knowing of each other's change. */
export async function changeMeeting({ app, me }: Hands, boss: Clerk): Promise<Meeting> {
  await app.pull()
  const colleagues = (await app.all('personnel')).map((one) => String(one.IDPERSONNEL)).filter((id) => id !== me)
  const [byPhone, byDesk, added] = colleagues.sort()
  if (byPhone === undefined || byDesk === undefined || added === undefined) throw new Error('Too few colleagues')
  const before = [me, byPhone, byDesk]
  const times = { RDV_DEBUT: '2026-11-24 09:00', RDV_FIN: '2026-11-24 10:00' }
  const made = await boss.write('POST', '/rdvs', { RDV_OBJET: word('Visite'), ...times, IDPERSONNELS: before })
  const id = String(made.IDRDV)
  await app.pull()
  await app.update('rdv', id, { IDPERSONNELS: [me, byDesk, added] })
  await boss.write('PUT', `/rdvs/${id}`, { IDPERSONNELS: [me, byPhone], _base: { IDPERSONNELS: before } })
  return { id, shown: [me, byDesk, added].sort(), agreed: [me, added].sort() }
}

export const participants = (rdv: Values | null): string[] => [...((rdv?.IDPERSONNELS ?? []) as string[])].sort()

export interface Work {
  /** Records of an edit and a creation that the server accepted; the creation's answer was lost. */
  edited: string
  sent: string
  /** A client created and never sent, with a project and a photo. */
  waiting: string
  project: string
  file: string
  /** A change that was never sent. */
  meeting: Meeting
}

/** Fills a phone with entries that were sent without an answer, and entries that were never sent. */
export async function leaveWork(hands: Hands, running: RunningServer, boss: Clerk): Promise<Work> {
  const { phone, app, release, me } = hands
  const note = noteOf(release)
  const known = await boss.write('POST', '/clients', {
    NOM: word('Petit'),
    [noteOf(running.release)]: 'ancien',
    IDPERSONNEL: me,
    ...needed(running.release),
  })
  const edited = String(known.IDCLIENT)
  await app.pull()
  await app.update('client', edited, { [note]: 'nouveau' })
  phone.line.loseAnswerTo('PUT')
  await app.push()
  const sent = await app.create('client', { ...needed(release), NOM: word('Parti'), [note]: 'parti' })
  phone.line.loseAnswerTo('POST')
  // The edit is sent again and answered; the creation's answer gets lost.
  await app.push()
  expect(phone.line.lost).toBe(2)
  const waiting = await app.create('client', { ...needed(release), NOM: word('Attend'), [note]: 'ici' })
  const project = await app.create('projet', { IDCLIENT: waiting, DESCRIPTION: 'Véranda' })
  const file = await app.addFile({
    resource: 'projet',
    recordId: project,
    projectId: project,
    origin: 'photo',
    name: 'photo.png',
    type: 'image/png',
    bytes: png(project),
  })
  const meeting = await changeMeeting(hands, boss)
  expect((await app.entries()).map((entry) => entry.state)).toEqual(['sent', 'pending', 'pending', 'pending'])
  return { edited, sent, waiting, project, file, meeting }
}

/** Neither change of the participants has undone the other. */
export async function expectAgreed({ id, agreed }: Meeting, app: App, boss: Clerk): Promise<void> {
  expect(participants(await boss.get(`/rdvs/${id}`))).toEqual(agreed)
  expect(participants(await app.shown('rdv', id))).toEqual(agreed)
}

/** Checks that all of it is on the server and on the phone. */
export async function expectArrived(
  work: Work,
  { app, release }: Hands,
  running: RunningServer,
  boss: Clerk,
): Promise<void> {
  const [mine, theirs] = [noteOf(release), noteOf(running.release)]
  for (const [id, note] of [
    [work.edited, 'nouveau'],
    [work.sent, 'parti'],
    [work.waiting, 'ici'],
  ] as const) {
    expect(await boss.get(`/clients/${id}`)).toMatchObject({ [theirs]: note })
    expect(await app.shown('client', id)).toMatchObject({ [mine]: note })
  }
  expect(await boss.get(`/projets/${work.project}`)).toMatchObject({ IDCLIENT: work.waiting })
  expect((await app.all('fichier')).filter((one) => one.IDFICHIER === work.file)).toMatchObject([
    { IDPROJET: work.project, NOM: 'photo.png' },
  ])
  await expectAgreed(work.meeting, app, boss)
}
