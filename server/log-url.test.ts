import { expect, test } from 'vitest'
import { logUrl } from './log-url.ts'

test.each([
  ['/api/space/generateOtp?PORTABLE=0639980001', '/api/space/generateOtp?PORTABLE=***'],
  [
    '/api/space/verifyOtpAndCreateToken?IDCLIENT=c1&CODE=123456',
    '/api/space/verifyOtpAndCreateToken?IDCLIENT=***&CODE=***',
  ],
  ['/api/clients?since=a~1~0~x&limit=50', '/api/clients?since=a~1~0~x&limit=50'],
  ['/api/clients?NOM=Martin', '/api/clients?NOM=***'],
  ['/api/x?0639980001', '/api/x?***'],
  ['/api/x?CODE%3D123456=1', '/api/x?***'],
  ['/api/x?limit=50?PORTABLE=0639980001', '/api/x?limit=***'],
  ['/ics/abcdef', '/ics/***'],
  ['/api/ics/abcdef.ics', '/api/ics/***'],
  ['/api/push/send/p1/Bonjour/Rappelez%20le%200639980001', '/api/push/send/p1/***'],
  ['/password/reset/secret', '/password/reset/***'],
  ['/api/projets/p1', '/api/projets/p1'],
])('[SEC] what the logs keep of %s', (url, kept) => {
  expect(logUrl(url)).toBe(kept)
})
