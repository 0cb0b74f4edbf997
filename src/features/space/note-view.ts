import { callApi } from '../../data/api/api.ts'
import { isText, objectOf, orNull } from '../../data/api/shape.ts'

const isViewed = objectOf({ DATE_CONSULTATION: orNull(isText) })

/** Tells the company that its quote was read; nothing waits for it, and without a network it is not sent. */
export async function noteView(IDDEVIS: string, token?: string): Promise<void> {
  if (!navigator.onLine) return
  const call = {
    method: 'POST',
    body: { IDDEVIS },
    silent: true,
    ownRefusal: true,
    ...(token ? { token } : {}),
  } as const
  await callApi('/devis_consultation', isViewed, call).catch(() => undefined)
}
