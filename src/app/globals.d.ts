/** Set by vite.config.ts: ISO instant of the build. */
declare const __BUILD_DATE__: string
/** Set by vite.config.ts from BUILD_ID, so that tests can tell two builds apart. */
declare const __BUILD_ID__: string
