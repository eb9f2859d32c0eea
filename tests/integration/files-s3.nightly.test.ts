import './files-s3.test'
