import * as Type from 'typebox'
import { AddedPhoto, KeptRequest, SpaceDemande } from '../../../schemas/space/requests.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { askSpace } from './ask-space.ts'
import type { ChosenPhoto } from './photo-picker.tsx'

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

const DEMANDES = Type.Array(SpaceDemande)

/** The words of the customer's last request of this kind, as the company has them; '' when they cannot be read. */
export const lastSent = (type: SpaceRequest['type']): Promise<string> =>
  askSpace(DEMANDES, '/space/requests').then(
    (all) => all.find(({ GENRE }) => GENRE === type)?.MESSAGE ?? '',
    () => '',
  )

/** The id of a photo among a project's files, the same at each try. */
export function uploadIdOf(project: string, { uploads }: Pick<ChosenPhoto, 'uploads'>): string {
  const id = uploads.get(project) ?? uuidv7()
  uploads.set(project, id)
  return id
}

/** Adds a photo to a project; a repeated send adds no second one there. @returns its id among the project's files */
export async function sendPhoto(project: string, photo: Pick<ChosenPhoto, 'blob' | 'uploads'>): Promise<string> {
  const id = uploadIdOf(project, photo)
  const path = `/space/project/${encodeURIComponent(project)}/photos`
  const call = { method: 'POST', body: photo.blob, idempotencyKey: id } as const
  return (await askSpace(AddedPhoto, path, call)).IDFICHIER
}
