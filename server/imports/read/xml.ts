import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { UnreadableFile } from './limits.ts'

export interface XmlHandlers {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const PUSH = 64 * 1024
/** Names without their prefix: some programs write `x:row`. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML as a stream of events. A document type is refused: it may declare entities that unfold to gigabytes, and no spreadsheet writes one.
 * @throws UnreadableFile
 */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const refuse = (): never => {
    throw new UnreadableFile('Ce classeur est abîmé : il ne peut pas être lu.')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  if (open)
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
      open(local(name), (wanted) => (Object.hasOwn(attributes, wanted) ? attributes[wanted] : undefined)),
    )
  if (close) parser.on('closetag', ({ name }: SaxesTagPlain) => close(local(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder('utf-8')
  for (let from = 0; from < bytes.length; from += PUSH)
    parser.write(decoder.decode(bytes.subarray(from, from + PUSH), { stream: true }))
  parser.close()
}
