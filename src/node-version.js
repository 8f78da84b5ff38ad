import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, so that any Node can read it: it is loaded before the first TypeScript file.
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < 24) {
  console.error(
    [
      `Colis runs on Node.js 24 or newer; this is Node.js ${process.versions.node} (${process.execPath}).`,
      'On Linux and Windows "npm ci" brings a Node.js 24 along: start with "npm start" rather than with "node".',
      'Elsewhere, install Node.js 24 from https://nodejs.org and try again.',
    ].join('\n'),
  )
  process.exit(1)
}

// Half of a start is compiling. Compiled code is kept beside the installed packages, where nobody else may
// write, or in NODE_COMPILE_CACHE; where neither can be written, every start compiles again.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/colis', import.meta.url)))
// Node saves it by itself at the exit, but a process that is killed does not get there.
setTimeout(() => module.flushCompileCache(), 5_000).unref()
