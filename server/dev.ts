import { createServer } from 'vite'

/**
 * `npm run dev`: the API of `npm start` (data and demo included) behind Vite's development server, which passes /api on to it (vite.config.ts) and reloads
 * the screens when they change.
 */
process.env.WEB_DIR ??= 'public'
await import('./start.ts')
const vite = await createServer({ server: { host: 'localhost', port: 5173 } })
await vite.listen()
console.log('\nDéveloppement : http://demo.localhost:5173')
