import type { FastifyInstance } from 'fastify'
import type { SpaceFile } from '../../../schemas/space/devis.ts'
import { signedFileUrl } from '../../files/presenters/signed-url.ts'

/** A file with an address that is valid for five minutes. */
export const withUrl = (
  { secrets }: Pick<FastifyInstance, 'secrets'>,
  companyId: string,
  file: Omit<SpaceFile, 'url'>,
): SpaceFile => ({ ...file, url: signedFileUrl(secrets, { companyId, fichierId: file.IDFICHIER }) })
