import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate, for servers that only tests call. X.509 in DER: https://www.rfc-editor.org/rfc/rfc5280 */

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const SUBJECT_ALT_NAME = '0603551d11'

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
/** `YYYYMMDDHHMMSSZ` */
const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`, 'ascii'))
/** Lines of at most 64 characters. None is empty, because OpenSSL refuses an empty line. */
const linesOf = (bytes: Buffer): string[] => bytes.toString('base64').match(/.{1,64}/g) ?? []
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${linesOf(bytes).join('\n')}\n-----END ${label}-----\n`

/** @returns key and certificate in PEM, valid from yesterday to tomorrow */
export function selfSigned(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(hex(ECDSA_WITH_SHA256))
  const name = sequence(der(0x31, sequence(hex(COMMON_NAME), der(0x0c, Buffer.from(host)))))
  const day = 86_400_000
  const validity = sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day)))
  const hosts = sequence(hex(SUBJECT_ALT_NAME), der(0x04, sequence(der(0x82, Buffer.from(host, 'ascii')))))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  // A positive number: its first bit is 0.
  const serial = der(0x02, Buffer.from([1]), randomBytes(8))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const told = sequence(version, serial, algorithm, name, validity, name, key, der(0xa3, sequence(hosts)))
  const signature = der(0x03, Buffer.from([0]), sign('sha256', told, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(told, algorithm, signature)),
  }
}
