// Written by `npm run docs` from the OpenAPI description; a test holds it true.
export {};
