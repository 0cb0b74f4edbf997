import { makeClient } from '../records.ts'

export interface AtRest {
  /** Milliseconds to seal n records, and to open them all again. */
  seal: number
  open: number
}

const PAGE = 1000

/** Encrypts each record with AES-GCM by WebCrypto, one page of the pull at a time, then decrypts all as a list would. */
export async function atRest(n: number): Promise<AtRest> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const records = Array.from({ length: n }, (_, i) => makeClient(i))
  const [text, bytes] = [new TextDecoder(), new TextEncoder()]
  const sealed: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }[] = []
  const begun = performance.now()
  for (let from = 0; from < n; from += PAGE) {
    const page = records.slice(from, from + PAGE).map(async (record) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(JSON.stringify(record)))
      return { iv, data }
    })
    sealed.push(...(await Promise.all(page)))
  }
  const seal = performance.now() - begun
  const opening = performance.now()
  const opened = await Promise.all(
    sealed.map(async ({ iv, data }) =>
      JSON.parse(text.decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data))),
    ),
  )
  const open = performance.now() - opening
  if (JSON.stringify(opened.at(-1)) !== JSON.stringify(records.at(-1)))
    throw new Error('The last record came back otherwise')
  return { seal, open }
}
