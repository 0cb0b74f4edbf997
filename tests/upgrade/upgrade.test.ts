import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { png } from '../support/sample-files.ts'
import type { App } from './app-code.ts'
import type { Phone } from './phone.ts'
import {
  changeMeeting,
  expectAgreed,
  expectArrived,
  type Hands,
  leaveWork,
  needed,
  participants,
  send,
  sendNow,
  takePhone,
  type Work,
  word,
} from './phone-in-use.ts'
import { isLater, leavesLater, noteOf, RELEASES, type Release } from './releases.ts'
import { type Clerk, type RunningServer, runServer } from './server.ts'

/**
 * One database, on which one server release follows the other, with one step back to a release that does not look at the schema. Phones of all releases are
 * used before and after each step. Then the rollback that is documented, and rescue files of a former app. The table of docs/operations.md names the tests.
 */

const BOSS = 'directeur@example.com'
/** Time limit for unpacking, bundling and starting trees. */
const LONG = 900_000

/** Releases of the server, in order. */
const WAY: readonly Release[] = ['N-4', 'N-3', 'N-2', 'N-1', 'N', 'N-3', 'N', 'N+1']

/** Updates and rollbacks of the app, each at a server release. */
const SWITCHES: readonly [server: Release, from: Release, to: Release][] = [
  ['N-3', 'N-3', 'N'],
  ['N-3', 'N', 'N-3'],
  ['N-2', 'N-2', 'N'],
  ['N-2', 'N', 'N-2'],
  ['N-1', 'N-1', 'N'],
  ['N-1', 'N', 'N-1'],
  ['N', 'N-4', 'N'],
  ['N', 'N-3', 'N'],
  ['N', 'N', 'N-3'],
  ['N', 'N-2', 'N'],
  ['N', 'N', 'N-2'],
  ['N', 'N-1', 'N'],
  ['N', 'N', 'N-1'],
  ['N', 'N', 'N+1'],
  ['N+1', 'N', 'N+1'],
  ['N+1', 'N+1', 'N'],
]

let running: RunningServer
let boss: Clerk

beforeAll(async () => {
  running = await runServer('N-4')
}, LONG)
afterAll(() => running?.dispose())

describe.each(WAY.map((server, at) => ({ server, at, step: at + 1 })))(
  'step $step, the server of $server',
  ({ server, at }) => {
    const former = WAY[at - 1]
    const isFirst = WAY.indexOf(server) === at
    const phones: { hands: Hands; work: Work }[] = []

    beforeAll(async () => {
      boss = await running.clerk(BOSS)
      if (former === undefined) return
      for (const release of RELEASES) {
        const hands = await takePhone(running, release)
        phones.push({ hands, work: await leaveWork(hands, running, boss) })
      }
      await running.become(server)
      boss = await running.clerk(BOSS)
    }, LONG)

    if (former !== undefined)
      it.each(RELEASES)(
        `[VER-3] [VER-5] accepts entries of the phone of %s that were pending at the server of ${former}`,
        async (release) => {
          const one = phones.find(({ hands }) => hands.release === release)
          if (!one) throw new Error(`No work was left on a phone of ${release}`)
          await send(one.hands.app)
          await expectArrived(one.work, one.hands, running, boss)
          await one.hands.app.close()
        },
        LONG,
      )

    if (isFirst)
      it.each(RELEASES)(
        '[VER-5] [VER-7] with the app of %s: pull, edit, conflict, create, group, set and file',
        async (release) => {
          const hands = await takePhone(running, release)
          const { app, phone, me } = hands
          const [mine, theirs] = [noteOf(release), noteOf(server)]
          const sector = server === 'N+1' ? { SECTEUR: 'sud' } : {}
          const given = await boss.write('POST', '/clients', {
            NOM: word('Petit'),
            [theirs]: 'ancien',
            IDPERSONNEL: me,
            ...sector,
          })
          const id = String(given.IDCLIENT)
          await app.pull()
          expect(await app.shown('client', id)).toMatchObject({ NOM: given.NOM, [mine]: 'ancien' })

          // An edit whose first answer is lost.
          await app.update('client', id, { [mine]: 'nouveau' })
          phone.line.loseAnswerTo('PUT')
          await app.push()
          expect(phone.line.lost).toBe(1)
          await send(app)
          expect(await boss.get(`/clients/${id}`)).toMatchObject({ [theirs]: 'nouveau', ...sector })

          // Two people edit one field: both texts are kept.
          await boss.write('PUT', `/clients/${id}`, { [theirs]: 'du bureau', _base: { [theirs]: 'nouveau' } })
          await app.update('client', id, { [mine]: 'du terrain' })
          await send(app)
          const kept = (await boss.get(`/clients/${id}`))[theirs]
          const lost = (await app.all('conflit')).filter((one) => one.IDENREGISTREMENT === id)
          expect([kept, ...lost.map((one) => (one.PERDU as Values)[mine])].sort()).toEqual(['du bureau', 'du terrain'])

          // A creation with dependent records, and a file.
          const made = await app.create('client', { ...needed(release), NOM: word('Durand'), [mine]: 'chien' })
          const place = await app.create('adresse', { ADRESSE: '1 rue du Port', CODE_POSTAL: '44000', VILLE: 'Nantes' })
          const project = await app.create('projet', { IDCLIENT: made, ADRESSE_CHANTIER: place })
          const owner = { resource: 'projet', recordId: project, projectId: project, origin: 'photo' } as const
          const file = await app.addFile({ ...owner, name: 'photo.png', type: 'image/png', bytes: png(project) })
          await send(app)
          expect(await boss.get(`/clients/${made}`)).toMatchObject({
            [theirs]: 'chien',
            ...(server === 'N+1' && release !== 'N+1' ? { SECTEUR: 'nord' } : {}),
          })
          expect(await boss.get(`/projets/${project}`)).toMatchObject({ IDCLIENT: made, ADRESSE_CHANTIER: place })
          expect((await app.all('fichier')).filter((one) => one.IDFICHIER === file)).toHaveLength(1)

          // One group, edited as a whole after a change on the server.
          await boss.write('PUT', `/adresse/${place}`, { LATITUDE: 47.2, LONGITUDE: -1.5 })
          await app.pull()
          await app.update('adresse', place, { VILLE: 'Rezé' })
          await send(app)
          expect(await boss.get(`/adresse/${place}`)).toMatchObject({
            VILLE: 'Rezé',
            ADRESSE: '1 rue du Port',
            LATITUDE: 47.2,
          })

          // One set, changed by two people.
          const meeting = await changeMeeting(hands, boss)
          await send(app)
          await expectAgreed(meeting, app, boss)
          await app.close()
        },
        LONG,
      )

    for (const [, from, to] of isFirst ? SWITCHES.filter(([where]) => where === server) : [])
      it(
        `[VER-3] [VER-4] the app of ${from} becomes the one of ${to}, with pending entries`,
        async () => {
          const hands = await takePhone(running, from)
          const work = await leaveWork(hands, running, boss)
          await hands.app.close()
          let app = await hands.phone.open(to, hands.to)
          expect(await app.entries()).toHaveLength(4)
          await app.recover()
          // Of a later version's records, this one shows the known fields of pending edits at once, the rest after the next pull.
          const note = from === 'N+1' ? {} : { [noteOf(to)]: 'ici' }
          const attending = isLater(from, to) ? [] : work.meeting.shown
          expect(await app.shown('client', work.waiting)).toMatchObject({
            NOM: expect.stringContaining('Attend'),
            ...note,
          })
          expect(participants(await app.shown('rdv', work.meeting.id))).toEqual(attending)
          if (isLater(from, server) && leavesLater(to)) {
            // The one that was sent is in the server's version. Neither this app nor this server knows the others': they wait, unrefused, for the next update.
            expect((await sendNow(app)).map((entry) => entry.state)).toEqual(['pending', 'pending', 'pending'])
            await app.close()
            app = await hands.phone.open(from, hands.to)
          }
          await send(app)
          await expectArrived(work, { ...hands, app, release: to }, running, boss)
          await app.close()
        },
        LONG,
      )
  },
)

it(
  '[VER-5] [I2] entries with a field that an older server lacks stay pending in the newer app, are shown, and cause no refusal',
  async () => {
    await running.dispose()
    running = await runServer('N')
    boss = await running.clerk(BOSS)
    const { app } = await takePhone(running, 'N+1')
    await app.pull()
    const id = await app.create('client', { NOM: word('Sud'), SECTEUR: 'sud' })
    const plain = await app.create('client', { ...needed('N+1'), NOM: word('Nord'), REMARQUES: 'chien' })
    const left = await sendNow(app)
    expect(left.map((entry) => [entry.recordId, entry.state])).toEqual([[id, 'pending']])
    expect(await boss.get(`/clients/${plain}`)).toMatchObject({ OBSERVATIONS: 'chien' })
    expect(await app.shown('client', id)).toMatchObject({ SECTEUR: 'sud' })
    await running.become('N+1')
    boss = await running.clerk(BOSS)
    await send(app)
    expect(await boss.get(`/clients/${id}`)).toMatchObject({ SECTEUR: 'sud' })
    await app.close()
  },
  LONG,
)

describe('a rollback as docs/operations.md has it', () => {
  beforeAll(async () => {
    await running.dispose()
    running = await runServer('N-1')
  }, LONG)

  it(
    '[VER-5] [HEAL-1] [I1] [I2] what phones sent since the backup, and what waits on them, is on the former server after its restore',
    async () => {
      boss = await running.clerk(BOSS)
      const phones: { app: App; phone: Phone; old: string }[] = []
      for (const release of ['N-1', 'N'] as const) {
        const { app, phone } = await takePhone(running, release)
        await app.pull()
        const old = await app.create('client', { NOM: word('Ancien'), OBSERVATIONS: 'avant' })
        await send(app)
        phones.push({ app, phone, old })
      }
      const backup = await running.backUp()
      await running.become('N')
      boss = await running.clerk(BOSS)
      const left: { app: App; project: string; sent: string; file: string; notes: Record<string, string> }[] = []
      for (const { app, phone, old } of phones) {
        // The server that goes has these.
        await app.update('client', old, { OBSERVATIONS: 'après' })
        const sent = await app.create('client', { NOM: word('Nouveau'), OBSERVATIONS: 'envoyé' })
        const project = await app.create('projet', { IDCLIENT: sent, DESCRIPTION: 'Véranda' })
        const owner = { resource: 'projet', recordId: project, projectId: project, origin: 'photo' } as const
        const file = await app.addFile({ ...owner, name: 'photo.png', type: 'image/png', bytes: png(project) })
        await send(app)
        expect(await boss.get(`/projets/${project}`)).toMatchObject({ IDCLIENT: sent })
        // And these nobody answered, or nobody sent.
        const unanswered = await app.create('client', { NOM: word('Parti'), OBSERVATIONS: 'parti' })
        phone.line.loseAnswerTo('POST')
        await app.push()
        expect(phone.line.lost).toBe(1)
        const waiting = await app.create('client', { NOM: word('Attend'), OBSERVATIONS: 'ici' })
        const notes = { [old]: 'après', [sent]: 'envoyé', [unanswered]: 'parti', [waiting]: 'ici' }
        left.push({ app, project, sent, file, notes })
      }
      await running.rollBack('N-1', backup)
      boss = await running.clerk(BOSS)
      for (const { project } of left) await expect(boss.get(`/projets/${project}`)).rejects.toThrow(/: 404 /)
      for (const { app, project, sent, file, notes } of left) {
        await send(app)
        for (const [id, OBSERVATIONS] of Object.entries(notes)) {
          expect(await boss.get(`/clients/${id}`)).toMatchObject({ OBSERVATIONS })
          expect(await app.shown('client', id)).toMatchObject({ OBSERVATIONS })
        }
        expect(await boss.get(`/projets/${project}`)).toMatchObject({ IDCLIENT: sent })
        expect((await app.all('fichier')).filter((one) => one.IDFICHIER === file)).toMatchObject([
          { IDPROJET: project },
        ])
        await app.close()
      }
    },
    LONG,
  )
})

describe('rescue files', () => {
  const WORDS = 'six mots que personne ne devine ici'
  beforeAll(async () => {
    await running.dispose()
    running = await runServer('N')
    boss = await running.clerk(BOSS)
  }, LONG)

  it.each([
    ['N-2', 'N'],
    ['N-1', 'N'],
    ['N', 'N+1'],
  ] as const)(
    '[RESCUE-2] [VER-3] one that the app of %s made is read by the app of %s on another phone: all of it is sent, once',
    async (from, to) => {
      const lost = await takePhone(running, from)
      const work = await leaveWork(lost, running, boss)
      const file = await lost.app.saveRescue?.(WORDS)
      if (!file) throw new Error(`The app of ${from} makes no rescue file`)
      await lost.app.close()
      const hands = await takePhone(running, to)
      await hands.app.pull()
      // Four entries and a photo.
      expect(await hands.app.restoreRescue?.(file, WORDS)).toBe(5)
      await send(hands.app)
      await expectArrived(work, hands, running, boss)
      await hands.app.close()
    },
    LONG,
  )
})
