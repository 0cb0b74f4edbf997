import { expect, it } from 'vitest'
import { HEADER, SERVER_MARK } from '../../schemas/protocol.ts'
import { openSession } from '../../server/routes/auth/token-answer.ts'
import { isIssuedToken } from '../../src/data/api/issued-token.ts'
import type { Shape } from '../../src/data/api/shape.ts'
import { isPushKey } from '../../src/data/push/push.ts'
import { isSealKey } from '../../src/data/seal/seal-key.ts'
import { isDataCache } from '../../src/data/session/session-actions.ts'
import { isCompany, isPersonnel } from '../../src/data/session/stored-session.ts'
import { isOffer } from '../../src/domain/map/packs/packs.ts'
import { isPlaces } from '../../src/domain/map/use-geocoding.ts'
import { describeContract } from '../support/contract.ts'

/** The shapes by which the app checks answers before its schemas are loaded. They are written by hand, so they are compared with the server here. */

describeContract('the shapes of the foreground', (server) => {
  const READ: [string, Shape<unknown>][] = [
    ['/lolapp/start', isCompany],
    ['/personnels/camille', isPersonnel],
    ['/personnels/diane', isPersonnel],
    ['/datacache', isDataCache],
    ['/sync/seal_key', isSealKey],
    ['/push/key', isPushKey],
    ['/cartes', isOffer],
    ['/geocodage?address=Lyon', isPlaces],
  ]

  it.each(READ)(
    '[ANSWER-1] %s gives an answer that the app accepts, with the mark and the epoch',
    async (path, shape) => {
      const { status, body, headers } = await (await server().company()).as('camille').get(path)
      expect(status).toBe(200)
      expect(shape(body.data), JSON.stringify(body.data).slice(0, 600)).toBe(true)
      expect(headers).toMatchObject({ [HEADER.server]: SERVER_MARK, [HEADER.epoch]: expect.any(String) })
      expect(shape('<!doctype html>')).toBe(false)
      expect(shape(undefined)).toBe(false)
    },
  )

  it('[ANSWER-1] so do the theme of a company by its id, and a new session', async () => {
    const company = await server().company()
    expect(isCompany((await company.as('camille').get(`/company/${company.id}`)).data)).toBe(true)
    const session = { kind: 'personnel', accountId: 'camille', companyId: company.id, deviceId: null } as const
    const { data } = await openSession(server().app.sessions, session, () => Promise.resolve())
    expect(isIssuedToken(data)).toBe(true)
  })
})
