import { expect, it } from 'vitest'
import { isCanonical } from './canonical-path.ts'

it.each([
  '/',
  '/api/clients',
  '/api/clients/c-1.2_~',
  '/api/search?q=%61%2F//',
  '/api/push/send/p1/Bonjour%20%C3%A0%20vous',
  '/api/adresse/12%20rue%20d%27Alger%2C%2075001',
  '/.well-known/security.txt',
  '/api/drive/a..b',
  '/api/push/send/p1/Rappel/le%2006%2F07%0Amerci',
])('[SEC] takes %s', (target) => {
  expect(isCanonical(target)).toBe(true)
})

it.each([
  '/%61pi/login',
  '/ap%69/login',
  '/api/%6cogin',
  '/api/a%2e%2E',
  '//api/login',
  '/api//login',
  '/api/./login',
  '/x/../api/login',
  '/api/..',
  '/api\\login',
  '/api/login#',
  'http://demo.localhost/api/login',
  '*',
  '',
])('[SEC] refuses %s', (target) => {
  expect(isCanonical(target)).toBe(false)
})
