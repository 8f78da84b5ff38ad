var __rewriteRelativeImportExtension = (this && this.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};
/** Node.js 18 keeps WebCrypto in a module. A variable, so that bundlers for other runtimes do not look for it. */
const nodeCrypto = 'node:crypto';
/** WebCrypto of the runtime. */
export async function webCrypto() {
    return globalThis.crypto ?? (await import(__rewriteRelativeImportExtension(nodeCrypto))).webcrypto;
}
