import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isForwarded, isLocal } from '../limits/this-machine.ts'
import { hostLabel } from '../plugins/tenant/companies.ts'

export interface DoorSettings {
  /** Bearer token of the monitoring; null: there is none. */
  metricsToken: string | null
  /** Addresses and networks of the monitoring. */
  monitoringFrom: readonly string[]
  publicUrl: string
}

export type Door = (request: FastifyRequest, what: 'state' | 'figures') => boolean

/**
 * Who may read the server's state: a caller with the token; this machine; and the addresses that are listed. Once there is a token, only the token opens the
 * figures. Never under a company's host, for anybody. All others get the answer of a missing route.
 */
export function createDoor({ metricsToken, monitoringFrom, publicUrl }: DoorSettings): Door {
  const listed = networks(monitoringFrom)
  const mainHost = new URL(publicUrl).hostname
  // Without reading the database: an address, a name of one word, or the installation's own.
  const isMainHost = ({ hostname, host }: FastifyRequest): boolean => hostname === mainHost || hostLabel(host) === null

  const isListed = (request: FastifyRequest): boolean => {
    const { ip, raw } = request
    // It came through a proxy that TRUST_PROXY does not know: the address is the proxy's, and may stand for anybody.
    if (isForwarded(request) && ip === raw.socket.remoteAddress) return false
    const family = isIP(ip)
    return family !== 0 && listed.check(ip, family === 4 ? 'ipv4' : 'ipv6')
  }

  return (request, what) => {
    if (!isMainHost(request)) return false
    if (metricsToken !== null) {
      const [, given] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
      if (given !== undefined && isSame(given, metricsToken)) return true
      if (what === 'figures') return false
    }
    return isLocal(request) || isListed(request)
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token))

function networks(all: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of all) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
