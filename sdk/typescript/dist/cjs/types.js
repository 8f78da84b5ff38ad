"use strict";
// Written by `npm run docs` from the OpenAPI description; a test holds it true.
Object.defineProperty(exports, "__esModule", { value: true });
