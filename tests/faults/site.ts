import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Origine } from '../../schemas/entities/fichier.ts'
import { HEADER } from '../../schemas/protocol.ts'
import type { NewFile } from '../../sync/outbox/files.ts'
import type { Random } from '../support/random.ts'
import type { LineFault } from './line.ts'
import type { Server, ServerCompany } from './server.ts'

/** Works of a technician. The file runs take their PVs and pictures. */

/** Faults that can strike an upload; the others strike pulls. */
export const UPLOAD_FAULTS = [
  'drop-before',
  'drop-after',
  'duplicate',
  'reorder',
  'slow',
  'captive-portal',
  'proxy-forbidden',
  'server-error',
] as const satisfies LineFault[]

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Unique bytes, always the same for the same name. */
const bytesOf = (name: string, size: number): Buffer =>
  createHash('shake256', { outputLength: size }).update(name).digest()
const jpeg = (name: string, size: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytesOf(name, size)])
const pdf = (name: string, size: number): Buffer =>
  Buffer.from(`%PDF-1.4\n%${bytesOf(name, size).toString('hex')}\n%%EOF`)

export interface Site {
  company: ServerCompany
  project: string
  interventions: string[]
}

/** @param works how many */
export async function openSite(server: Server, works: number): Promise<Site> {
  const company = await server.openCompany()
  const day = '2026-11-24'
  const project = 'projet'
  const made = [
    await company.write('POST', '/clients', { IDCLIENT: 'client', NOM: 'Durand', PORTABLE: '0639980001' }),
    await company.write('POST', '/projets', { IDPROJET: project, IDCLIENT: 'client', IDAGENCE: 'lyon' }),
  ]
  const interventions = Array.from({ length: works }, (_, index) => `intervention-${index}`)
  for (const IDINTERVENTION of interventions) {
    const [RDV_DEBUT, RDV_FIN] = [`${day} 08:00`, `${day} 17:00`]
    const planning = { id: `planning-${IDINTERVENTION}`, IDPERSONNEL: 'theo', DEBUT: RDV_DEBUT, FIN: RDV_FIN }
    const values = { IDINTERVENTION, IDPROJET: project, RDV_DEBUT, RDV_FIN, IDINTERVENTION_PLANNING: [planning] }
    made.push(await company.write('POST', '/interventions', values))
  }
  expect(made).toEqual(made.map(() => 201))
  return { company, project, interventions }
}

/** The PV, its two signatures, two pictures before the works and two after. */
export function filesOf(recordId: string, projectId: string, random: Random): NewFile[] {
  const about = { resource: 'intervention', recordId, projectId } as const
  const picture = (origin: Origine, name: string, size: number): NewFile => {
    const bytes = jpeg(`${recordId} ${name}`, size)
    return { ...about, origin, name: `${name}.jpg`, type: 'image/jpeg', bytes }
  }
  return [
    {
      ...about,
      origin: 'intervention_sign_pv',
      name: 'PV de réception.pdf',
      type: 'application/pdf',
      bytes: pdf(recordId, 20_000 + random.below(150_000)),
    },
    ...['client', 'technicien'].map((who) => picture('document', `signature ${who}`, 2000 + random.below(8000))),
    ...[1, 2].map((n) => picture('photo_avant', `avant ${n}`, 50_000 + random.below(600_000))),
    ...[1, 2].map((n) => picture('photo_apres', `apres ${n}`, 50_000 + random.below(600_000))),
  ]
}

interface Holder {
  server: Server
  company: ServerCompany
  project: string
  /** Session token of the reader. */
  token: string
}

/** Checks that each file on the server has the bytes that its phone kept. @param kept hash by IDFICHIER */
export async function expectBytes(
  { server, company, project, token }: Holder,
  kept: Map<string, string>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, [HEADER.company]: company.companyId }
  for (const { id, values } of await company.rows('fichier')) {
    const payload = { project_id: project, origin: values.ORIGINE, IDFICHIER: id }
    const found = await server.app.inject({ method: 'POST', url: '/api/drive/search', headers, payload })
    const bytes = await server.app.inject({ method: 'GET', url: found.json<{ data: { url: string } }>().data.url })
    expect(sha256(bytes.rawPayload), id).toBe(kept.get(id))
  }
}
