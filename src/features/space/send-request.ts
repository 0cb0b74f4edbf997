import { AddedPhoto, KeptRequest } from '../../../schemas/space/requests.ts'
import { askSpace } from './ask-space.ts'

export interface Friend {
  NOM: string
  PRENOM?: string
  PORTABLE?: string
  MAIL?: string
  VILLE?: string
}

/** A customer's request to their company; it is stored there and mailed (SPA-05). */
export interface SpaceRequest {
  type: 'parrain' | 'apres_vente' | 'comptable'
  MESSAGE: string
  IDPROJET?: string
  IDDEVIS?: string
  FILLEUL?: Friend
  /** Ids of photos that were added to the project. */
  PHOTOS?: string[]
}

export const sendRequest = (body: SpaceRequest, idempotencyKey: string): Promise<KeptRequest> =>
  askSpace(KeptRequest, '/space/mail/send', { method: 'POST', body, idempotencyKey })

/** Adds a photo to a project; a repeated send with the same `id` adds no second photo. @returns its id among the project's files */
export async function sendPhoto(project: string, { id, blob }: { id: string; blob: Blob }): Promise<string> {
  const path = `/space/project/${encodeURIComponent(project)}/photos`
  const call = { method: 'POST', body: blob, idempotencyKey: id } as const
  return (await askSpace(AddedPhoto, path, call)).IDFICHIER
}
