import { describe, expect, it } from 'vitest'
import { safeFileName } from '../../../schemas/rules/file-name.ts'
import { pdf, png, zipEnd } from '../../../tests/support/sample-files.ts'
import { contentDisposition } from '../presenters/content-disposition.ts'
import { fileTypeOf } from './file-type.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40), Buffer.from([0xff, 0xd9])])

describe('the type of a file', () => {
  it.each([
    ['image/png', png()],
    ['image/jpeg', jpeg],
    ['image/webp', latin1('RIFF\x10\0\0\0WEBPVP8 xxxx')],
    ['image/heic', latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['application/pdf', pdf()],
  ])('[SEC] is read from its bytes: %s', (type, bytes) => {
    expect(fileTypeOf(bytes)).toBe(type)
  })

  it.each([
    ['SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG after a declaration', latin1('<?xml version="1.0"?><svg/>')],
    ['HTML', latin1('<!doctype html><script>alert(1)</script>')],
    ['a ZIP', Buffer.concat([latin1('PK\x03\x04'), Buffer.alloc(40), zipEnd()])],
    ['gzip', latin1('\x1f\x8b\x08\0\0\0\0\0')],
    ['7z', latin1("7z\xbc\xaf'\x1c")],
    ['an ELF program', latin1('\x7fELF\x02\x01\x01')],
    ['a Windows program', latin1('MZ\x90\0\x03')],
    ['GIF', latin1('GIF89a\x01\0\x01\0')],
    ['nothing', Buffer.alloc(0)],
    ['the first bytes of a PNG', png().subarray(0, 8)],
    ['a PDF cut short', pdf().subarray(0, 40)],
    ['a PDF behind something else', Buffer.concat([latin1('<html>'), pdf()])],
    ['a picture with an archive behind it', Buffer.concat([png(), latin1('PK\x03\x04'), zipEnd()])],
    ['a PDF that is a ZIP too', Buffer.concat([pdf(), zipEnd()])],
    ['a picture whose comment is a script', png('<script>alert(1)</script>')],
    ['a picture with a page behind it', Buffer.concat([jpeg, latin1('<HTML><body onload=x>')])],
  ])('[SEC] refuses %s', (_, bytes) => {
    expect(fileTypeOf(bytes)).toBeNull()
  })
})

describe('the name of a file', () => {
  it.each([
    ['photo chantier été.JPG', 'image/jpeg', 'photo chantier été.jpg'],
    ['../../etc/passwd', 'image/png', 'passwd.png'],
    ['C:\\Users\\x\\plan.pdf', 'application/pdf', 'plan.pdf'],
    ['facture.pdf.exe', 'application/pdf', 'facture.pdf.pdf'],
    ['a\r\nSet-Cookie: x=1.png', 'image/png', 'aSet-Cookie_ x=1.png'],
    ['\u202egnp.exe', 'image/png', 'gnp.png'],
    ['....', 'image/png', 'fichier.png'],
    ['', 'image/webp', 'fichier.webp'],
    ['"><img src=x>.heic', 'image/heic', '___img src=x_.heic'],
    [`${'é'.repeat(300)}.pdf`, 'application/pdf', `${'é'.repeat(120)}.pdf`],
  ] as const)('[SEC] %j becomes safe', (given, type, name) => {
    expect(safeFileName(given, type)).toBe(name)
  })

  it('[SEC] cannot add anything to its header', () => {
    const header = contentDisposition('é"; x=\r\n’.pdf')
    expect(header).toBe('attachment; filename="e x.pdf"; filename*=UTF-8\'\'%C3%A9%22%3B%20x%3D%0D%0A%E2%80%99.pdf')
    expect(header).not.toMatch(/[\r\n]/)
  })
})
