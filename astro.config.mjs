import mdx from '@astrojs/mdx';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

// The address the finished site is served at. Both come from the environment so that the same tree builds for any host.
const site = process.env.SITE_URL ?? 'https://measured-twice.example';
const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  site,
  base,
  trailingSlash: 'always',
  srcDir: './site',
  publicDir: './public',
  outDir: process.env.SITE_OUT ?? './dist',
  integrations: [
    starlight({
      title: 'Measured Twice',
      customCss: ['./site/styles/tokens.css'],
      sidebar: [{ label: 'Findings', items: [{ autogenerate: { directory: 'findings' } }] }],
    }),
    sitemap(),
    mdx(),
  ],
  vite: { worker: { format: 'es' } },
});
