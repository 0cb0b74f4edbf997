import * as Type from 'typebox'
import { ErasureProposal, ErasureRequest } from '../../../schemas/privacy.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'
import { type Reading, useReading } from '../../domain/online/use-reading.ts'

const areProposals = shapeOf(Type.Array(ErasureProposal))
const areRequests = shapeOf(Type.Array(ErasureRequest))

interface Erasures {
  requests: ErasureRequest[]
  proposals: ErasureProposal[]
}

/** What the server knows of erasures in my company. When the person's rights have changed, the refusal is shown on this page and does not end the session. */
export const useErasures = (online: boolean): Reading<Erasures> =>
  useReading(online, async (signal) => {
    const call = { ownRefusal: true, silent: true, signal }
    const [requests, proposals] = await Promise.all([
      callApi('/privacy/requests', areRequests, call),
      callApi('/privacy/proposals', areProposals, call),
    ])
    return { requests, proposals }
  })
