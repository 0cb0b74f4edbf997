import { expect, test } from 'vitest'
import { logUrl } from './log-url.ts'

const ID = '019307b2-5a3c-7d1e-8f00-639980001234'
const CHECKPOINT = 'f0e1~12~0~x.y'

test.each([
  ['/api/space/generateOtp', '/api/space/generateOtp?PORTABLE=0639980001', '/api/space/generateOtp?PORTABLE=***'],
  [
    '/api/space/verifyOtpAndCreateToken',
    '/api/space/verifyOtpAndCreateToken?IDCLIENT=c1&CODE=123456',
    '/api/space/verifyOtpAndCreateToken?IDCLIENT=***&CODE=***',
  ],
  ['/api/clients', `/api/clients?since=${CHECKPOINT}&limit=50`, `/api/clients?since=${CHECKPOINT}&limit=50`],
  ['/api/clients', '/api/clients?since=Martin&limit=0639980001', '/api/clients?since=***&limit=***'],
  ['/api/clients', '/api/clients?NOM=Martin', '/api/clients?NOM=***'],
  ['/api/x', '/api/x?0639980001', '/api/x?***'],
  ['/api/x', '/api/x?CODE%3D123456=1', '/api/x?***'],
  ['/api/x', '/api/x?0639980001=1', '/api/x?***'],
  ['/api/x', '/api/x?limit=50?PORTABLE=0639980001', '/api/x?limit=***'],
  ['/api/ics/:hash', '/api/ics/abcdef.ics', '/api/ics/***'],
  [
    '/api/push/send/:id/:title/:message',
    '/api/push/send/p1/Bonjour/Rappelez%20le%200639980001',
    '/api/push/send/p1/***/***',
  ],
  ['/api/projets/:id', '/api/projets/p1', '/api/projets/p1'],
  ['/api/projets/:id', `/api/projets/${ID}`, `/api/projets/${ID}`],
  // Where an id is expected: a name, a number, an address, a token.
  ['/api/clients/:id', '/api/clients/Martin', '/api/clients/***'],
  ['/api/clients/:id', '/api/clients/0639980001', '/api/clients/***'],
  ['/api/clients/:id', '/api/clients/m.martin1%40example.com', '/api/clients/***'],
  ['/api/files/:id', '/api/files/Zk3uT0x9QmWfVn2b8sPq4LhRyC7dJ1aEoG6iK5tXwB0', '/api/files/***'],
  // A path that matches no route may hold anything.
  ['/*', '/password/reset/secret', '/*'],
  ['/:slug', '/abc1', '/***'],
  [undefined, '/api/martin@example.com?PORTABLE=1', '/***?PORTABLE=***'],
])('[SEC] what the logs keep of a request to %s: %s', (pattern, url, kept) => {
  expect(logUrl(url, pattern)).toBe(kept)
})
