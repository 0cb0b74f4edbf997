import * as Type from 'typebox'
import { TeamDevice } from '../../../schemas/device.ts'
import { Handover, type HandoverAsk, type HandoverOrder, HandoverPreview } from '../../../schemas/handover.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Call, callApi } from '../../data/api/api.ts'
import { withReauth } from '../../domain/second-factor/reauth.ts'

const isHandover = shapeOf(Handover)
const areHandovers = shapeOf(Type.Array(Handover))
const areDevices = shapeOf(Type.Array(TeamDevice))
const isPreview = shapeOf(HandoverPreview)

/** A refusal is shown by the screen and does not end the session. */
const OWN: Call = { ownRefusal: true, silent: true }
const of = (person: string): string => `/personnels/${encodeURIComponent(person)}/passations`

export const readHandovers = (person: string, signal: AbortSignal): Promise<Handover[]> =>
  callApi(of(person), areHandovers, { ...OWN, signal })

/** What this person's devices still hold, as they last told. */
export const readDevices = (person: string, signal: AbortSignal): Promise<TeamDevice[]> =>
  callApi(`/entreprise/personnels/${encodeURIComponent(person)}/appareils`, areDevices, { ...OWN, signal })

export const readPreview = (person: string, body: HandoverAsk, signal: AbortSignal): Promise<HandoverPreview> =>
  callApi(`${of(person)}/apercu`, isPreview, { ...OWN, method: 'POST', body, signal })

/** @param key the same for each try of one order: it is never done twice */
export const beginHandover = (person: string, { body, key }: { body: HandoverOrder; key: string }): Promise<Handover> =>
  withReauth(undefined, () => callApi(of(person), isHandover, { ...OWN, method: 'POST', body, idempotencyKey: key }))

export const undoHandover = (id: string, key: string): Promise<Handover> =>
  withReauth(undefined, () =>
    callApi(`/passations/${id}/annuler`, isHandover, { ...OWN, method: 'POST', body: {}, idempotencyKey: key }),
  )

/** Asks for step after step until nothing is left. @param onStep called after each one */
export async function runHandover(from: Handover, onStep: (now: Handover) => void): Promise<Handover> {
  let now = from
  onStep(now)
  while (now.RESTE > 0) {
    now = await callApi(`/passations/${from.id}/suite`, isHandover, { ...OWN, method: 'POST', body: {} })
    onStep(now)
  }
  return now
}
