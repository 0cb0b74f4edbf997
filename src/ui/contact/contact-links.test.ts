import { expect, it } from 'vitest'
import { contactLinks } from './contact-links.ts'

const address = { label: '3 rue de la Paix, 69001 Lyon' }
const point = { ...address, LATITUDE: 45.76, LONGITUDE: 4.83 }

it('phone, SMS and mail open the device’s own apps', () => {
  expect(contactLinks.call('06 39 98 00 01')).toBe('tel:0639980001')
  expect(contactLinks.sms('06 39 98 00 01')).toBe('sms:0639980001')
  expect(contactLinks.mail('a+b@example.com')).toBe('mailto:a%2Bb@example.com')
})

it('a route goes to the coordinates when they are known, else to the address', () => {
  expect(contactLinks.waze(point)).toBe('https://waze.com/ul?ll=45.76%2C4.83&navigate=yes')
  expect(contactLinks.waze(address)).toContain('q=3%20rue')
  expect(contactLinks.google(point)).toContain('destination=45.76%2C4.83')
  expect(contactLinks.plans(address)).toContain('daddr=3%20rue')
})
